/** The rules of the members list and the shape of its answer; paging, rule 4, has its own file. */
import type { operations } from '@atrium/contract'
import type { RequestParts } from '@atrium/sdk'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import type { WorkspaceRole } from '../access/roles.ts'

type Body = NonNullable<RequestParts<typeof operations.members.list>['body']>

const app = useApp({ rate_limits: 'off', staff_email_domains: ['staff.example'] })
let owner: Person
let viewer: Person

beforeEach(async () => {
  const [zoe, vic] = [
    { email: 'zoe@example.com', full_name: 'Zoe' },
    { email: 'vic@example.com', full_name: 'Vic' },
  ]
  owner = await app.make.person('owner', undefined, zoe)
  viewer = await app.make.person('viewer', { id: owner.workspace_id }, vic)
})

/** Someone who joined, with these columns. */
async function join(email: string, role: WorkspaceRole, fields: object = {}): Promise<void> {
  const user = await app.make.user({ full_name: '' })
  await app.make.membership(owner.workspace_id, { ...user, email }, role, { ...fields })
}

async function invite(email: string, role: WorkspaceRole, status: 'pending' | 'expired' = 'pending') {
  const access_state = status === 'pending' ? 'invited' : 'invite_expired'
  const invited = { user_id: null, status, access_state, assigned_via: 'invitation', joined_date: null }
  await app.make.membership(owner.workspace_id, { id: '', email, full_name: '' }, role, invited)
}

async function set(person: Person, columns: Record<string, unknown>): Promise<void> {
  for (const [column, value] of Object.entries(columns))
    await app.sql`update members set ${sql.ref(column)} = ${value} where user_id = ${person.id}`
  const { credits_used, last_active, last_seen } = columns
  if (credits_used) await app.make.activity(person, { credits_used, last_active, last_seen })
}

const list = (body: Body = {}, who: Person | string = owner) => app.as(who).members.list(body)
const namesOf = ({ members }: { members: { email: string }[] }) =>
  members.map(({ email }) => email.split('@')[0])
const names = async (body: Body = {}, who: Person | string = owner) => namesOf(await list(body, who))
describe('an entry', () => {
  test('of someone who joined has everything, times without a zone suffix', async () => {
    await set(owner, {
      credit_limit: 12.5,
      credits_used: 3.25,
      last_active: '2026-01-02T03:04:05.678Z',
      last_seen: '2100-01-03T00:00:00Z',
      agents_owned: 1,
      agents_shared: 2,
      apps_owned: 3,
      apps_shared: 4,
      assigned_via: 'sso',
    })
    expect((await list({ roles: ['owner'] })).members).toEqual([
      {
        access_state: 'active',
        agents_owned: 1,
        agents_shared: 2,
        apps_owned: 3,
        apps_shared: 4,
        assigned_via: 'sso',
        credit_limit: 12.5,
        credits_used: 3.25,
        email: 'zoe@example.com',
        full_name: 'Zoe',
        is_default_limit: false,
        last_active: '2026-01-02T03:04:05.678',
        last_seen: '2100-01-03T00:00:00.000',
        role: 'owner',
        status: 'joined',
        user_id: owner.id,
      },
    ])
  })

  test('of an invitation has no user, name or counts, and nobody was ever active', async () => {
    await invite('new@example.com', 'editor')
    await invite('old@example.com', 'guest', 'expired')
    const { members } = await list({ invite_statuses: ['pending', 'expired'] })
    const pending = {
      access_state: 'invited',
      agents_owned: 0,
      agents_shared: 0,
      apps_owned: 0,
      apps_shared: 0,
      assigned_via: 'invitation',
      credit_limit: null,
      credits_used: 0,
      email: 'new@example.com',
      full_name: '',
      is_default_limit: true,
      last_seen: null,
      role: 'editor',
      status: 'pending',
      user_id: '',
    }
    const expired = {
      email: 'old@example.com',
      role: 'guest',
      status: 'expired',
      access_state: 'invite_expired',
    }
    expect(members).toEqual([pending, { ...pending, ...expired }])
  })

  test('shows the default limit to who has none of their own', async () => {
    const limits = { monthly_limit: 10_000.5, default_member_credit_limit: 500 }
    await app.sql`update workspaces set monthly_limit = ${limits.monthly_limit},
      default_member_credit_limit = ${limits.default_member_credit_limit}
      where id = ${owner.workspace_id}`
    await join('own@example.com', 'editor', { credit_limit: 0 })
    const answer = await list()
    expect(answer).toMatchObject(limits)
    const shown = answer.members.map(({ email, credit_limit, is_default_limit }) => [
      email.split('@')[0],
      credit_limit,
      is_default_limit,
    ])
    expect(shown).toEqual([
      ['zoe', 500, true],
      ['own', 0, false],
      ['vic', 500, true],
    ])
    expect(await names({ credit_limit_set: true })).toEqual(['own'])
    expect(await names({ credit_limit_set: false })).toEqual(['zoe', 'vic'])
  })
})

test('rule 1: a member must match every filter that is set', async () => {
  await join('ann@example.com', 'editor', { apps_owned: 2 })
  await join('anna@example.com', 'editor', { apps_owned: 5 })
  await join('annabel@example.com', 'admin', { apps_owned: 5 })
  const body: Body = { search: 'ann', roles: ['editor'], apps_owned: { gte: 3 } }
  expect(await names(body)).toEqual(['anna'])
  expect((await list(body)).total).toBe(1)
  expect(await names({ ...body, search_terms: ['bel', 'zoe'] })).toEqual([])
  expect((await list({ search: 'nobody' })).members).toEqual([])
})

test('rule 2: joined before pending before expired, then role, then email', async () => {
  await invite('a@example.com', 'admin')
  await invite('b@example.com', 'admin', 'expired')
  await invite('c@example.com', 'guest')
  await join('e@example.com', 'guest')
  await join('d@example.com', 'guest')
  await join('f@example.com', 'admin')
  const order = ['zoe', 'f', 'vic', 'd', 'e', 'a', 'c', 'b']
  expect(await names()).toEqual(order)
  // And to break ties: nobody has an app here.
  expect(await names({ sort_by: 'apps', sort_dir: 'asc' })).toEqual(order)
  expect(await names({ sort_by: 'apps', sort_dir: 'desc' })).toEqual(order)
})

describe('rule 3 and the sorts', () => {
  test('who never used credits comes last in either direction', async () => {
    await join('early@example.com', 'guest', { last_active: '2026-01-01T00:00:00Z' })
    await join('late@example.com', 'guest', { last_active: '2026-01-02T00:00:00Z' })
    expect(await names({ sort_by: 'last_active', sort_dir: 'asc' })).toEqual(['early', 'late', 'zoe', 'vic'])
    expect(await names({ sort_by: 'last_active', sort_dir: 'desc' })).toEqual(['late', 'early', 'zoe', 'vic'])
  })

  test('member is the name whatever its case, or the email without one', async () => {
    await join('m@example.com', 'guest', { full_name: 'aaron' })
    await join('bert@example.com', 'guest', { full_name: '' })
    await join('n@example.com', 'guest', { full_name: 'Émile' })
    expect(await names({ sort_by: 'member', sort_dir: 'asc' })).toEqual(['m', 'bert', 'vic', 'zoe', 'n'])
    expect(await names({ sort_by: 'member', sort_dir: 'desc' })).toEqual(['n', 'zoe', 'vic', 'bert', 'm'])
  })

  test('role, apps, agents and credits, the counts owned plus shared', async () => {
    await join('x@example.com', 'admin', { apps_owned: 1, apps_shared: 3, agents_owned: 9, credits_used: 2 })
    await join('y@example.com', 'guest', { apps_owned: 3, agents_shared: 10, credits_used: 11 })
    const both = async (sort_by: 'role' | 'apps' | 'agents' | 'credits') => [
      await names({ sort_by, sort_dir: 'asc' }),
      await names({ sort_by, sort_dir: 'desc' }),
    ]
    expect(await both('role')).toEqual([
      ['zoe', 'x', 'vic', 'y'],
      ['y', 'vic', 'x', 'zoe'],
    ])
    expect(await both('apps')).toEqual([
      ['zoe', 'vic', 'y', 'x'],
      ['x', 'y', 'zoe', 'vic'],
    ])
    const byCount = [
      ['zoe', 'vic', 'x', 'y'],
      ['y', 'x', 'zoe', 'vic'],
    ]
    expect(await both('agents')).toEqual(byCount)
    expect(await both('credits')).toEqual(byCount)
  })
})

describe('rule 5: what others may know', () => {
  beforeEach(async () => {
    // Seen in a time to come, or they would be seen now.
    await set(viewer, { credits_used: 7, last_seen: '2100-01-01T00:00:00Z' })
    await set(owner, {
      credits_used: 9,
      last_seen: '2100-01-02T00:00:00Z',
      last_active: '2026-01-02T00:00:00Z',
    })
    await join('a@example.com', 'viewer', { credits_used: 5 })
  })
  const hidden = async (who: Person | string) =>
    (await list({}, who)).members.map(({ credits_used, last_seen }) => [credits_used, last_seen])
  const [OWNERS, VIEWERS] = ['2100-01-02T00:00:00.000', '2100-01-01T00:00:00.000']

  test('owners and admins see everyone’s credits and last visit', async () => {
    const admin = await app.make.person('admin', { id: owner.workspace_id })
    const session = await app.make.session(admin)
    for (const who of [owner, admin, session])
      expect(await hidden(who)).toEqual([
        [9, OWNERS],
        [0, null],
        [5, null],
        [7, VIEWERS],
      ])
  })

  test('others only their own', async () => {
    expect(await hidden(viewer)).toEqual([
      [null, null],
      [null, null],
      [7, VIEWERS],
    ])
    expect((await list({ roles: ['owner'] }, viewer)).members[0]?.last_active).toBe('2026-01-02T00:00:00.000')
    const editor = await app.make.person('editor', { id: owner.workspace_id })
    expect((await hidden(editor)).map(([credits]) => credits)).toEqual([null, 0, null, null])
  })

  test('and do not learn them from the order', async () => {
    const plain = await list({ page_size: 2 }, viewer)
    for (const sort_dir of ['asc', 'desc'] as const) {
      const sorted = await list({ page_size: 2, sort_by: 'credits', sort_dir }, viewer)
      expect(sorted).toEqual({ ...plain, next_cursor: expect.any(String) })
      const cursor = sorted.next_cursor ?? ''
      expect(await names({ cursor, sort_by: 'credits', sort_dir }, viewer)).toEqual(['vic'])
    }
    expect(await names({ sort_by: 'credits', sort_dir: 'asc' })).toEqual(['a', 'vic', 'zoe'])
  })
})

test('rule 6: active guests with a staff email are not listed and not counted', async () => {
  await join('hidden@staff.example', 'guest')
  await join('suspended@staff.example', 'guest', { access_state: 'suspended' })
  await join('viewing@staff.example', 'viewer')
  await join('sub@dept.staff.example', 'guest')
  await join('other@staff.example.com', 'guest')
  await invite('invited@staff.example', 'guest')
  const { members, total } = await list()
  expect(namesOf({ members })).toEqual(['zoe', 'vic', 'viewing', 'other', 'sub', 'suspended', 'invited'])
  expect(total).toBe(7)
  expect(await names({ search: 'hidden' })).toEqual([])
})

test('rule 7: a change of the members shows at once', async () => {
  await list()
  await join('fresh@example.com', 'editor', { credits_used: 1 })
  expect(await names()).toEqual(['zoe', 'fresh', 'vic'])
})

test('an unknown or foreign workspace is not found; a session names its own', async () => {
  const stranger = await app.make.person('owner')
  const session = app.as(await app.make.session(owner))
  for (const workspaceId of ['ws_nope', stranger.workspace_id])
    for (const client of [session, app.as(owner)])
      await expect(client.members.list({}, { query: { workspaceId } })).rejects.toEqual(
        refusal(404, 'workspace_not_found'),
      )
  const own = await session.members.list({}, { query: { workspaceId: owner.workspace_id } })
  expect(namesOf(own)).toEqual(['zoe', 'vic'])
})
