/** The copy of credits and times that the list shows: how old it may be, on two nodes of one database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import { fillTables } from '../../../test/fill-tables.ts'
import { holdClock } from '../../../test/hold-clock.ts'
import type { Person } from '../../../test/make.ts'
import { monthOf } from '../credits/month.ts'
import { invalidateMembers } from './invalidate-members.ts'
import { refreshMemberStats } from './refresh-member-stats.ts'

let one: TestApp
let two: TestApp
let owner: Person
let editor: Person

beforeAll(async () => {
  one = await createTestApp({ rate_limits: 'off' })
  two = await createTestApp({ rate_limits: 'off', database_url: one.databaseUrl })
})
afterAll(async () => {
  await two.stop()
  await one.stop()
})
beforeEach(async () => {
  for (const { clock } of [one, two]) holdClock(clock)
  // Seen in a time to come, or listing would change when they were seen.
  const seen = { credits_used: 1, last_seen: new Date('2100-01-01T00:00:00Z') }
  owner = await one.make.person('owner', undefined, seen)
  editor = await one.make.person('editor', { id: owner.workspace_id }, seen)
  expect(await creditsOn(one)).toBe(1) // and the copy is new
})

async function creditsOn(node: TestApp): Promise<number | null | undefined> {
  const { members } = await node.as(owner).members.list({ roles: ['editor'] })
  return members[0]?.credits_used
}

/** As using credits does. */
async function use(credits: number, month = monthOf(one.clock.now())): Promise<void> {
  await one.sql`update member_activity set credits_used = ${credits}, month = ${month}, changed = true
    where user_id = ${editor.id}`
}

const moveBoth = (seconds: number) => [one, two].map(({ clock }) => clock.move(seconds))

async function activityOf(userId: string) {
  const rows = await one.sql<{ changed: boolean; month: string | null; credits_used: number }>`
    select changed, month::text, credits_used from member_activity where user_id = ${userId}`
  return rows[0]
}

describe('the copy', () => {
  test('stands for a minute, and is new on every node after it', async () => {
    await use(5)
    moveBoth(55)
    expect([await creditsOn(one), await creditsOn(two)]).toEqual([1, 1])
    moveBoth(6)
    expect([await creditsOn(two), await creditsOn(one)]).toEqual([5, 5])
    await use(6)
    expect([await creditsOn(two), await creditsOn(one)]).toEqual([5, 5])
  })

  test('is new at once on every node when a member changed, or when somebody says so', async () => {
    await use(5)
    await one.sql`update members set credit_limit = 7 where user_id = ${editor.id}`
    expect([await creditsOn(two), await creditsOn(one)]).toEqual([5, 5])
    await use(6)
    await invalidateMembers(one.atrium.db, owner.workspace_id)
    expect([await creditsOn(one), await creditsOn(two)]).toEqual([6, 6])
  })

  test('sorts and filters as it shows', async () => {
    await use(5)
    const sorted = async () =>
      (await one.as(owner).members.list({ sort_by: 'credits', sort_dir: 'desc' })).members.map(
        ({ role }) => role,
      )
    expect(await sorted()).toEqual(['owner', 'editor'])
    await invalidateMembers(one.atrium.db, owner.workspace_id)
    expect(await sorted()).toEqual(['editor', 'owner'])
  })

  test('counts a month only while it lasts', async () => {
    await use(5, '2026-01-01')
    await invalidateMembers(one.atrium.db, owner.workspace_id)
    expect(await creditsOn(one)).toBe(0)
    expect(await activityOf(editor.id)).toEqual({ changed: false, month: null, credits_used: 0 })
  })

  test('passes over those who have left, and takes up who comes back', async () => {
    await use(5)
    await one.sql`delete from members where user_id = ${editor.id}`
    await creditsOn(one)
    expect(await activityOf(editor.id)).toMatchObject({ changed: false, credits_used: 5 })
    const back = { id: editor.id, email: editor.email, full_name: '' }
    await one.make.membership(owner.workspace_id, back, 'editor')
    expect(await creditsOn(two)).toBe(5)
  })
})

describe('with thousands of changes', () => {
  const MANY = 3_500
  beforeEach(() =>
    fillTables(one.databaseUrl, async (db) => {
      const prefix = owner.workspace_id
      const all = sql`generate_series(1, ${MANY}::int) n`
      await sql`insert into users (id, email) select ${prefix} || n, ${prefix} || n || '@users.example'
        from ${all}`.execute(db)
      await sql`insert into members (workspace_id, user_id, email, role, status, access_state, assigned_via)
        select ${prefix}, ${prefix} || n, n || '@example.com', 'viewer', 'joined', 'active', 'direct'
          from ${all}`.execute(db)
      await sql`insert into member_activity (workspace_id, user_id, month, credits_used)
        select ${prefix}, ${prefix} || n, ${monthOf(one.clock.now())}::date, n from ${all}`.execute(db)
    }),
  )
  const copied = async () => {
    const rows = await one.sql<{ sum: number; waiting: number }>`
      select (select sum(credits_used) from members where workspace_id = ${owner.workspace_id} and role = 'viewer') as sum,
        (select count(*) from member_activity where workspace_id = ${owner.workspace_id} and changed) as waiting`
    return rows[0]
  }
  const ALL = { sum: (MANY * (MANY + 1)) / 2, waiting: 0 }

  test('nodes that list at once share the work', { tags: 'slow' }, async () => {
    await Promise.all([one, two, one, two].map((node) => node.as(owner).members.list({})))
    // What time was not enough for is left to the next ones.
    await vi.waitFor(async () => {
      await one.as(owner).members.list({})
      expect(await copied()).toEqual(ALL)
    }, 15_000)
  })

  test('the job does it without anybody listing', { tags: 'slow' }, async () => {
    const context = { attempt: 1, signal: new AbortController().signal }
    await refreshMemberStats.run({ db: one.atrium.db, clock: one.clock }, {} as never, context)
    expect(await copied()).toEqual(ALL)
  })
})

describe('the total', () => {
  const totalOn = async (node: TestApp) =>
    (await node.as(owner).members.list({ apps_owned: { gte: 1 } })).total
  const giveApps = (apps: number) =>
    one.sql`update members set apps_owned = ${apps} where user_id = ${editor.id}`

  test('of a filter is counted once a minute, and again when members changed', async () => {
    expect([await totalOn(one), await totalOn(two)]).toEqual([0, 0])
    await giveApps(1)
    expect(await totalOn(one)).toBe(0)
    moveBoth(61)
    expect(await totalOn(one)).toBe(1)
    await giveApps(0)
    await invalidateMembers(one.atrium.db, owner.workspace_id)
    expect([await totalOn(one), await totalOn(two)]).toEqual([0, 0])
  })

  test('of everyone, and by role or status, is what the table has, whatever was changed how', {
    tags: 'slow',
  }, async () => {
    const { db } = one.atrium
    const ws = owner.workspace_id
    const add = (n: number, role: string) =>
      sql`insert into members (workspace_id, email, role, status, access_state, assigned_via)
        select ${ws}, ${role} || n || '@example.com', ${role}, 'pending', 'invited', 'invitation'
          from generate_series(1, ${n}::int) n`.execute(db)
    await Promise.all([add(5, 'guest'), add(7, 'viewer'), add(3, 'admin')])
    await sql`update members set role = 'editor' where workspace_id = ${ws} and role = 'viewer'`.execute(db)
    await sql`update members set status = 'expired' where workspace_id = ${ws} and role = 'guest'`.execute(db)
    await sql`delete from members where workspace_id = ${ws} and role = 'admin'`.execute(db)
    const total = async (body: object) => (await two.as(owner).members.list(body)).total
    expect(await total({})).toBe(14)
    expect(await total({ roles: ['editor'] })).toBe(8)
    expect(await total({ roles: ['editor', 'guest'], invite_statuses: ['pending', 'expired'] })).toBe(12)
    expect(await total({ roles: ['admin', 'viewer'] })).toBe(0)
  })
})
