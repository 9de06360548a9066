/** What of a whole workspace needs its admins: only what counts now, and what is of another one does not. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { toNoon } from '../../../test/to-noon.ts'
import { useApp } from '../../../test/use-app.ts'
import { QUOTAS } from '../../tenancy/quotas/usual-quotas.ts'
import type { Kind } from './troubles.ts'

const app = useApp({
  rate_limits: 'off',
  quotas: {
    ...QUOTAS,
    'app.events_a_day': 100,
    'app.anonymous_events_a_day': 50,
    'workspace.events_a_day': 150,
    'workspace.model_tokens_a_day': 1_000,
    'workspace.records': 1_500,
    'app.records': 1_000,
  },
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
beforeEach(async () => {
  toNoon(app.clock)
  await app.sql`delete from backups`
  owner = await app.make.person('owner')
})
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000)
const list = async (kind: Kind, who = owner) => (await app.as(who).attention.list({ kind })).items

describe('a token that ends', () => {
  const named = (name: string, days: number, fields = {}) =>
    app.make.token(owner, { name, expires_at: inDays(days), ...fields })

  test('counts while it works and ends within 7 days, and is urgent in the last 2', async () => {
    await named('in a week', 7)
    await named('soon', 2)
    await named('later', 2.1)
    await named('in 8 days', 8)
    await named('ended', -0.1)
    await named('revoked', 3, { disabled_at: inDays(-1) })
    const found = await list('token_expiring')
    expect(found.map(({ subject, severity }) => [subject.name, severity])).toEqual([
      ['soon', 'warning'],
      ['in a week', 'info'],
      ['later', 'info'],
    ])
  })

  test('counts where it belongs, also when the same person has others elsewhere', async () => {
    const second = await app.make.workspace()
    const user = { id: owner.id, email: owner.email, full_name: 'Both' }
    await app.make.membership(second.id, user, 'owner')
    await named('elsewhere', 3, { workspace_id: second.id })
    expect(await list('token_expiring')).toEqual([])
    const session = app.as(await app.make.session(owner)).attention
    expect((await session.list({ workspaceId: second.id })).items).toMatchObject([
      { subject: { name: 'elsewhere' } },
    ])
  })
})

describe('a member at the limit', () => {
  test('is measured by an own limit, or else by that of the workspace, and by this month', async () => {
    const workspace = await app.make.workspace({ default_member_credit_limit: 10 })
    const boss = await app.make.person('owner', workspace)
    const member = async (credits_used: number, fields = {}) => {
      const person = await app.make.person('editor', workspace, fields)
      await app.make.activity(person, { credits_used, last_active: app.clock.now() })
      return person
    }
    const usual = await member(10)
    await member(9)
    const less = await member(5, { credit_limit: 5 })
    await member(10, { credit_limit: 20 })
    const earlier = await member(50)
    await app.sql`update member_activity set month = month - interval '1 month' where user_id = ${earlier.id}`
    const found = await list('member_at_limit', boss)
    expect(found.map(({ subject }) => subject.id).toSorted()).toEqual([usual.id, less.id].toSorted())
  })
})

describe('a quota that is nearly used', () => {
  const usedUp = async () =>
    (await list('quota_nearly_used'))
      .map(({ subject, severity, app_id }) => [subject.id, severity, app_id])
      .toSorted()
  const sent = (app_id: string, day: Date, events: number, anonymous = 0) =>
    app.sql`insert into event_usage values (${app_id}, ${day.toISOString().slice(0, 10)}, ${owner.workspace_id}, ${events}, ${anonymous})`

  test('of all apps together is not shown to a token that is limited to some', async () => {
    await app.sql`update workspaces set monthly_limit = 10 where id = ${owner.workspace_id}`
    await app.make.activity(owner, { credits_used: 10, last_active: app.clock.now() })
    const { id } = await app.make.app(owner)
    const limited = app.as(await app.make.token(owner, { app_ids: [id] })).attention
    expect(await usedUp()).toEqual([['workspace.credits_a_month', 'critical', null]])
    expect((await limited.list({ kind: 'quota_nearly_used' })).items).toEqual([])
  })

  test('of a day is that of today', async () => {
    const { id } = await app.make.app(owner)
    await sent(id, inDays(-1), 150, 50)
    await sent(id, inDays(0), 10, 5)
    await app.sql`insert into model_usage (workspace_id, feature, model, input_tokens, output_tokens, cost_micros, created_date)
      values (${owner.workspace_id}, 'test', 'test', 900, 90, 0, ${inDays(-1)}), (${owner.workspace_id}, 'test', 'test', 10, 0, 0, ${inDays(0)})`
    expect(await usedUp()).toEqual([])
    await app.sql`update event_usage set events = 99, anonymous = 50 where app_id = ${id}`
    expect(await usedUp()).toEqual([
      ['app.anonymous_events_a_day', 'critical', id],
      ['app.events_a_day', 'warning', id],
    ])
  })

  test('of the workspace is that of all its apps together, and of no other', async () => {
    const apps = [await app.make.app(owner), await app.make.app(owner)]
    for (const { id } of apps) {
      await sent(id, inDays(0), 75)
      await app.sql`insert into record_usage values (${id}, ${owner.workspace_id}, 700, 0)`
    }
    const found = [
      ['workspace.events_a_day', 'critical', null],
      ['workspace.records', 'warning', null],
    ]
    expect(await usedUp()).toEqual(found)
    const elsewhere = await app.make.person('owner')
    expect(await list('quota_nearly_used', elsewhere)).toEqual([])
  })

  test('is measured by what this workspace may have', async () => {
    const { id } = await app.make.app(owner)
    await app.sql`insert into record_usage values (${id}, ${owner.workspace_id}, 900, 0)`
    expect(await usedUp()).toEqual([['app.records', 'warning', id]])
    await app.sql`update workspaces set quotas = '{"app.records": 5000}' where id = ${owner.workspace_id}`
    expect(await usedUp()).toEqual([])
    await app.sql`update workspaces set quotas = '{"app.records": 900}' where id = ${owner.workspace_id}`
    expect(await usedUp()).toEqual([['app.records', 'critical', id]])
  })
})

describe('backups that are old', () => {
  const taken = (id: string, status: string, daysAgo: number) =>
    app.sql`insert into backups (id, kind, status, started_at, completed_at)
      values (${id}, 'copy', ${status}, ${inDays(-daysAgo)}, ${status === 'running' ? null : inDays(-daysAgo)})`

  test('are those behind the newest that was completed; one that failed makes none newer', async () => {
    await taken('a', 'completed', 9)
    await taken('b', 'completed', 4)
    await taken('c', 'failed', 1)
    const [item, ...others] = await list('backup_old')
    expect(others).toEqual([])
    expect(item?.detail).toContain(inDays(-4).toISOString().slice(0, 10))
    await taken('d', 'completed', 1)
    expect(await list('backup_old')).toEqual([])
  })

  test('are also those of which none was completed since the first was begun', async () => {
    await taken('a', 'failed', 1)
    expect(await list('backup_old')).toEqual([])
    await taken('b', 'failed', 4)
    expect(await list('backup_old')).toMatchObject([{ detail: 'No complete backup was taken yet.' }])
  })
})
