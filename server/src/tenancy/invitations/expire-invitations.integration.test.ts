import { expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { expireInvitations } from './expire-invitations.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)

const DAY_MS = 86_400_000
const run = async () => {
  await app.atrium.jobs.send(app.atrium.db, expireInvitations, {})
  expect(await app.atrium.jobs.drain()).toEqual([
    { name: 'tenancy.expire_invitations', outcome: 'completed' },
  ])
}
const states = async () => {
  const { members } = await app.as(owner).members.list({ page_size: 100 })
  return Object.fromEntries(members.map((one) => [one.email, `${one.status} ${one.access_state}`]))
}

test('invitations of 60 days ago expire, and nothing else does', async () => {
  const aged = async (email: string, days: number, fields: object = {}) => {
    const created_date = new Date(app.clock.now().getTime() - days * DAY_MS)
    const pending = { user_id: null, status: 'pending', access_state: 'invited', assigned_via: 'invitation' }
    const row = { ...pending, joined_date: null, created_date, ...fields }
    await app.make.membership(owner.workspace_id, { id: '', email, full_name: '' }, 'viewer', row)
  }
  await aged('old@example.com', 60)
  await aged('older@example.com', 400)
  await aged('young@example.com', 59.99)
  const joined = await app.make.user({ email: 'joined@example.com' })
  await aged('joined@example.com', 100, {
    user_id: joined.id,
    status: 'joined',
    access_state: 'active',
  })
  await app.as(owner).members.list()
  await run()
  expect(await states()).toEqual({
    [owner.email]: 'joined active',
    'joined@example.com': 'joined active',
    'old@example.com': 'expired invite_expired',
    'older@example.com': 'expired invite_expired',
    'young@example.com': 'pending invited',
  })
  const trail = await app.as(owner).audit.list({ action: 'invitations.expire' })
  expect(trail.items.map(({ target_id, actor_id }) => [target_id, actor_id]).sort()).toEqual([
    ['old@example.com', null],
    ['older@example.com', null],
  ])
  expect(app.atrium.events.announced.map(({ event }) => event)).toEqual([
    'invitation.expired',
    'invitation.expired',
  ])
  await run()
  expect((await app.as(owner).audit.list({ action: 'invitations.expire' })).items).toHaveLength(2)
})

test('one email expires where it was invited long ago, and not where it was of late', async () => {
  const [long, late] = [await app.make.person('owner'), await app.make.person('owner')]
  const email = 'both@example.com'
  for (const who of [long, late]) await app.as(who).invitations.create({ email, role: 'viewer' })
  const old = new Date(app.clock.now().getTime() - 61 * DAY_MS)
  await app.sql`update members set created_date = ${old}
    where workspace_id = ${long.workspace_id} and email = ${email}`
  await run()
  const stateFor = async (who: Person) =>
    (await app.as(who).members.list({ search: email })).members.map(({ status }) => status)
  expect([await stateFor(long), await stateFor(late)]).toEqual([['expired'], ['pending']])
})

test('more than one batch of them is done in one run', { tags: 'slow' }, async () => {
  const other = await app.make.workspace()
  await app.sql`insert into members (workspace_id, email, role, status, access_state, assigned_via, created_date)
    select ${other.id}, 'p' || n || '@example.com', 'viewer', 'pending', 'invited', 'invitation',
           now() - interval '90 days'
      from generate_series(1, 1100) as n`
  await run()
  const rows = await app.sql`select from members where workspace_id = ${other.id} and status = 'pending'`
  expect(rows).toEqual([])
})
