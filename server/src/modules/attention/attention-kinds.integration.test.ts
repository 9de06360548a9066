/** Every kind of trouble: it appears when it begins, goes when it ends, and is a new one when it comes again. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ATTENTION_KINDS } from '@atrium/contract/attention'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { useApp } from '../../../test/use-app.ts'
import { QUOTAS } from '../../tenancy/quotas/usual-quotas.ts'
import { makeTrouble } from './test/attention-scene.ts'
import type { Kind } from './troubles.ts'

const app = useApp({
  rate_limits: 'off',
  quotas: { ...QUOTAS, 'app.records': 1000 },
  backups: {
    place: { folder: join(tmpdir(), 'atrium-attention-backups') },
    cron: '0 2 * * *',
    verifyCron: null,
    keep: { count: 7 },
    passphrase: null,
    logSeconds: 0,
  },
})
let owner: Person
let appId: string
beforeEach(async () => {
  await app.sql`delete from backups`
  owner = await app.make.person('owner')
  appId = (await app.make.app(owner, { name: 'Storefront' })).id
})
const client = () => app.as(owner).attention
const list = async (kind: Kind) => (await client().list({ kind })).items

test('there is a script for each kind', () => {
  expect(Object.keys(makeTrouble).toSorted()).toEqual(ATTENTION_KINDS.toSorted())
})

/** Those for admins are of the workspace, except where an app has used up what it may have. */
const OF_WORKSPACE: readonly Kind[] = ['member_at_limit', 'token_expiring', 'backup_old']

describe.each([...ATTENTION_KINDS])('%s', (kind) => {
  test('appears, goes, and is another one when it comes again', async () => {
    const make = makeTrouble[kind]
    if (!make) throw new Error(`nothing makes ${kind}`)
    const { begin, end } = await make(app, owner, appId)
    expect(await list(kind)).toEqual([])
    await begin()
    const [first, ...others] = await list(kind)
    expect(others).toEqual([])
    const isOfWorkspace = OF_WORKSPACE.includes(kind)
    expect(first).toMatchObject({
      kind,
      state: 'open',
      app_id: isOfWorkspace ? null : appId,
      app_name: isOfWorkspace ? null : 'Storefront',
      detail: expect.stringMatching(/^[A-Z“a-z].*\.$/),
    })
    expect(first?.subject.name).not.toBe('')
    // The same while it lasts.
    expect((await list(kind)).map(({ id }) => id)).toEqual([first?.id])
    await client().dismiss({ item_id: first?.id ?? '' })
    expect(await list(kind)).toEqual([])
    await end()
    expect((await client().list({ kind, state: 'all' })).items).toEqual([])
    await begin()
    const [second] = await list(kind)
    expect(second).toMatchObject({ kind, state: 'open' })
    expect(second?.id).not.toBe(first?.id)
  })
})

test('nothing of an app that was deleted is listed', async () => {
  for (const kind of ATTENTION_KINDS) {
    if (OF_WORKSPACE.includes(kind)) continue
    const { id } = await app.make.app(owner)
    await (await makeTrouble[kind]?.(app, owner, id))?.begin()
    await app.sql`update apps set deleted_at = ${app.clock.now()} where id = ${id}`
  }
  const { items } = await client().list({ state: 'all' })
  expect(items.map(({ kind, app_id }) => [kind, app_id])).toEqual([])
})
