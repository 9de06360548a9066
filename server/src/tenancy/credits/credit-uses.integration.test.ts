/** The ledger and its summary as they are read: who sees what, filters, pages. */
import { iterate } from '@atrium/sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { createCredits } from './credits.ts'

const app = useApp({ rate_limits: 'off' })
const { stranger } = useTeam(app)
let people: Record<'owner' | 'admin' | 'editor' | 'viewer' | 'guest', Person>

beforeAll(async () => {
  const workspace = await app.make.workspace({ monthly_limit: 100, default_member_credit_limit: 50 })
  people = {
    owner: await app.make.person('owner', workspace),
    admin: await app.make.person('admin', workspace),
    editor: await app.make.person('editor', workspace, { credit_limit: 20.5 }),
    viewer: await app.make.person('viewer', workspace),
    guest: await app.make.person('guest', workspace),
  }
  const spend = (who: Person, app_id: string | null, kind: 'agent_message' | 'generation' | 'analysis') => {
    app.clock.move(1)
    const use = { key: '-', workspace_id: who.workspace_id, user_id: who.id, app_id, kind }
    return transaction(app.atrium.db, (tx) => createCredits(app.clock).spend(tx, use))
  }
  await spend(people.editor, 'app_1', 'agent_message')
  await spend(people.editor, 'app_2', 'generation')
  await spend(people.owner, 'app_1', 'analysis')
  await spend(people.editor, null, 'analysis')
  await spend(people.viewer, 'app_2', 'agent_message')
  await spend(stranger, 'app_1', 'generation')
})

const NOT_FOUND = expect.objectContaining({ status: 404, code: 'workspace_not_found' })

const uses = async (who: Person | string, query: object = {}) =>
  (await app.as(who).credits.list(query)).items.map(
    ({ user_email, app_id, kind, amount }) => `${nameOf(user_email)} ${app_id} ${kind} ${amount}`,
  )
const nameOf = (email: string | null) =>
  Object.entries(people).find(([, person]) => person.email === email)?.[0] ?? 'nobody'

const EDITOR = ['editor null analysis 2', 'editor app_2 generation 5', 'editor app_1 agent_message 1']
const ALL = [
  'viewer app_2 agent_message 1',
  'editor null analysis 2',
  'owner app_1 analysis 2',
  ...EDITOR.slice(1),
]

describe('credits.list', () => {
  test('shows everyone’s uses to owners and admins, newest first', async () => {
    expect(await uses(people.owner)).toEqual(ALL)
    expect(await uses(people.admin)).toEqual(ALL)
    expect(await uses(await app.make.token(people.admin, { permission: 'read_only' }))).toEqual(ALL)
    const [first] = (await app.as(people.owner).credits.list()).items
    expect(first).toEqual({
      id: expect.stringMatching(/^use_/),
      created_date: expect.stringMatching(/Z$/),
      user_id: people.viewer.id,
      user_email: people.viewer.email,
      app_id: 'app_2',
      kind: 'agent_message',
      amount: 1,
    })
  })

  test('shows the others only their own, whatever they ask for', async () => {
    expect(await uses(people.editor)).toEqual(EDITOR)
    expect(await uses(people.editor, { user_id: people.editor.id })).toEqual(EDITOR)
    expect(await uses(people.editor, { user_id: people.owner.id })).toEqual([])
    expect(await uses(people.viewer, { kind: 'generation' })).toEqual([])
    expect(await uses(people.guest)).toEqual([])
  })

  test('shows a token that is limited to some apps only those', async () => {
    const token = await app.make.token(people.owner, { app_ids: ['app_2'] })
    expect(await uses(token)).toEqual([ALL[0], 'editor app_2 generation 5'])
    expect(await uses(token, { app_id: 'app_1' })).toEqual([])
  })

  test('finds by user, app, kind and time, all at once', async () => {
    expect(await uses(people.owner, { user_id: people.editor.id })).toEqual(EDITOR)
    expect(await uses(people.owner, { app_id: 'app_1' })).toEqual([ALL[2], ALL[4]])
    expect(await uses(people.owner, { kind: 'analysis' })).toEqual([ALL[1], ALL[2]])
    const { items } = await app.as(people.owner).credits.list()
    const [since, until] = [items[3]?.created_date, items[1]?.created_date]
    expect(await uses(people.owner, { since, until })).toEqual([ALL[2], ALL[3]])
    const all = { since, until, user_id: people.editor.id, app_id: 'app_2', kind: 'generation' }
    expect(await uses(people.owner, all)).toEqual([ALL[3]])
    expect(await uses(people.owner, { since: until, until: since })).toEqual([])
  })

  test('walks all pages and meets each use once', async () => {
    const ids = (await app.as(people.owner).credits.list()).items.map(({ id }) => id)
    for (const limit of [1, 2, 5]) {
      const seen = await Array.fromAsync(iterate(app.as(people.owner).credits.list, { limit }))
      expect(seen.map(({ id }) => id)).toEqual(ids)
    }
  })

  test('takes a cursor only with the filters it came from', async () => {
    const cursor = (await app.as(people.owner).credits.list({ limit: 1 })).next_cursor ?? ''
    const wrong = { status: 422, detail: [{ loc: ['query', 'cursor'], type: 'cursor_invalid' }] }
    for (const [who, query] of [
      [people.owner, { cursor, kind: 'analysis' }],
      [people.editor, { cursor }],
      [stranger, { cursor }],
    ] as const)
      await expect(app.as(who).credits.list(query)).rejects.toMatchObject(wrong)
  })

  test.each([
    [{ kind: 'magic' }, 'kind', 'literal_error'],
    [{ since: 'yesterday' }, 'since', 'datetime_parsing'],
    [{ until: '2026-11-15T23:59:60Z' }, 'until', 'datetime_parsing'],
    [{ limit: 0 }, 'limit', 'greater_than_equal'],
  ])('refuses %j', async (query, field, type) => {
    await expect(app.as(people.owner).credits.list(query as object)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['query', field], type }],
    })
  })

  test('a foreign workspace is not found', async () => {
    const query = { workspaceId: stranger.workspace_id }
    await expect(app.as(people.owner).credits.list(query)).rejects.toEqual(NOT_FOUND)
    const session = await app.make.session(people.owner)
    await expect(app.as(session).credits.list(query)).rejects.toEqual(NOT_FOUND)
  })
})

describe('credits.read', () => {
  test('tells what one used this month and may use, and only to owners and admins of all together', async () => {
    const month = app.clock.now().toISOString().slice(0, 7)
    const summary = { month, credit_limit: 50, is_default_limit: true, monthly_limit: 100 }
    expect(await app.as(people.owner).credits.read()).toEqual({
      ...summary,
      credits_used: 2,
      workspace_credits_used: 11,
    })
    expect(await app.as(people.editor).credits.read()).toEqual({
      ...summary,
      credits_used: 8,
      credit_limit: 20.5,
      is_default_limit: false,
      workspace_credits_used: null,
    })
    expect(await app.as(stranger).credits.read()).toEqual({
      month,
      credits_used: 5,
      credit_limit: null,
      is_default_limit: true,
      workspace_credits_used: 5,
      monthly_limit: null,
    })
  })

  test('a foreign workspace is not found', async () => {
    const query = { workspaceId: stranger.workspace_id }
    await expect(app.as(people.editor).credits.read(query)).rejects.toEqual(NOT_FOUND)
  })
})
