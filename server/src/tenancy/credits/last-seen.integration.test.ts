/** When people were last seen: by which uses, where, and how often it is written. */
import { describe, expect, test, vi } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { holdClock } from '../../../test/hold-clock.ts'
import type { Person } from '../../../test/make.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { createLastSeen } from './last-seen.ts'

const app = useApp({ rate_limits: 'off' })

async function seen({ id }: { id: string }, workspaceId: string) {
  const rows = await app.sql<{ last_seen: Date | null; changed: boolean; last_active: Date | null }>`
    select last_seen, last_active, changed from member_activity
     where user_id = ${id} and workspace_id = ${workspaceId}`
  return rows[0]
}
const seenAt = async (person: Person, workspaceId = person.workspace_id) =>
  (await seen(person, workspaceId))?.last_seen?.getTime() ?? null
/** Until it was written that they were seen at this time or later. */
const isSeen = (person: Person, since: number, workspaceId = person.workspace_id) =>
  vi.waitFor(async () => expect(await seenAt(person, workspaceId)).toBeGreaterThanOrEqual(since), 15_000)

/** A member of two workspaces. */
async function commuter() {
  const person = await app.make.person('editor')
  const there = await app.make.workspace()
  await app.make.membership(there.id, { ...person, full_name: 'Twice' }, 'editor')
  return { person, there: there.id }
}

describe('somebody is seen', () => {
  test.each(['personal_token', 'session', 'api_key'] as const)('with a %s', async (kind) => {
    const person = await app.make.person('viewer')
    const fields = kind === 'personal_token' ? { workspace_id: person.workspace_id } : {}
    const { secret } = await app.make.credential({ kind, user_id: person.id, ...fields })
    const start = app.clock.now().getTime()
    expect(await seenAt(person)).toBe(null)
    await app.as(secret).session.read()
    await isSeen(person, start)
    expect(await seen(person, person.workspace_id)).toMatchObject({ changed: true, last_active: null })
  })

  test('also by a request that is refused for what it asks', async () => {
    const person = await app.make.person('viewer')
    const start = app.clock.now().getTime()
    await expect(app.as(person).apps.read({ app_id: 'app_nope' })).rejects.toMatchObject({ status: 404 })
    await isSeen(person, start)
  })

  test('in the workspace that the request acts on, not in their others', async () => {
    const { person, there } = await commuter()
    const owner = await app.make.person('owner', { id: there })
    const { id: app_id } = await app.make.app(owner)
    const session = app.as(await app.make.session(person))
    const start = app.clock.now().getTime()
    await session.apps.read({ app_id })
    await isSeen(person, start, there)
    expect(await seenAt(person)).toBe(null)
    await session.audit.list({ workspaceId: person.workspace_id }).catch(() => {}) // refused there, but seen
    await isSeen(person, start)
  })

  test('nowhere, when the request acts on no workspace and they have several', async () => {
    const { person, there } = await commuter()
    const session = app.as(await app.make.session(person))
    await session.session.read()
    await session.apps.read({ app_id: 'app_nope' }).catch(() => {})
    await app.as(await app.make.person('viewer')).session.read()
    const last = await app.make.person('viewer')
    await app.as(last).session.read()
    await isSeen(last, 0) // whatever was noted before is written by now
    expect([await seenAt(person), await seenAt(person, there)]).toEqual([null, null])
  })

  test('not with a credential that is refused, nor by a workspace key', async () => {
    const person = await app.make.person('viewer')
    const expired = await app.make.token(person, { expires_at: new Date(0) })
    const revoked = await app.make.token(person, { disabled_at: new Date(0) })
    const key = { kind: 'workspace_key' as const, workspace_id: person.workspace_id }
    const { secret } = await app.make.credential(key)
    for (const token of [expired, revoked])
      await app
        .as(token)
        .session.read()
        .catch(() => {})
    await app.as(secret).audit.list()
    const last = await app.make.person('viewer', { id: person.workspace_id })
    await app.as(last).session.read()
    await isSeen(last, 0)
    expect(await seenAt(person)).toBe(null)
  })
})

describe('it is written', () => {
  test('at most once a minute, by all servers together', async () => {
    holdClock(app.clock)
    const person = await app.make.person('viewer')
    const other = await startApp({ rate_limits: 'off', database_url: app.databaseUrl })
    const start = app.clock.now().getTime()
    await app.as(person).session.read()
    await isSeen(person, start)
    const first = await seenAt(person)
    app.clock.move(58)
    await app.as(person).session.read()
    await other.as(person).session.read()
    const last = await app.make.person('viewer')
    for (const one of [app, other]) await one.as(last).session.read()
    await isSeen(last, 0)
    expect(await seenAt(person)).toBe(first)
    app.clock.move(2)
    const later = app.clock.now().getTime()
    await app.as(person).session.read()
    await isSeen(person, later)
  })

  test('for many people in few statements, and each for themselves', async () => {
    const workspace = await app.make.workspace()
    const people = await Promise.all(Array.from({ length: 30 }, () => app.make.person('viewer', workspace)))
    const statements: unknown[] = []
    const lastSeen = createLastSeen({
      db: app.atrium.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          statements.push(result)
          return result
        },
      }),
      clock: app.clock,
      log: collectedLog(),
    })
    const start = app.clock.now().getTime()
    for (const { id } of [...people, ...people]) lastSeen.record(id, workspace.id)
    await lastSeen.settle()
    expect(statements).toHaveLength(2) // the first one alone, then all that came in the meantime
    for (const person of people) expect(await seenAt(person)).toBeGreaterThanOrEqual(start)
  })

  test('for members only; what fails costs nothing but a line in the log', async () => {
    const [person, stranger] = [await app.make.person('viewer'), await app.make.person('viewer')]
    const log = collectedLog()
    const lastSeen = createLastSeen({ db: app.atrium.db, clock: app.clock, log })
    lastSeen.record(stranger.id, person.workspace_id)
    lastSeen.record('usr_nope', person.workspace_id)
    lastSeen.record(person.id, person.workspace_id)
    await lastSeen.settle()
    expect(await seen(stranger, person.workspace_id)).toBe(undefined)
    await isSeen(person, 0)
    expect(log.lines).toEqual([])

    const other = await app.make.person('viewer')
    await app.sql`alter table member_activity rename to moved_away`
    try {
      expect((await app.as(other).session.read()).id).toBe(other.id)
      lastSeen.record(other.id, other.workspace_id)
      await lastSeen.settle()
      expect(log.lines).toEqual([expect.objectContaining({ msg: expect.stringContaining('last seen') })])
    } finally {
      await app.sql`alter table moved_away rename to member_activity`
    }
  })
})
