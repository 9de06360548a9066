import { describe, expect, test } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { useApp } from '../../test/use-app.ts'
import { useTeam } from '../../test/use-team.ts'
import { meterOf, nextDay } from '../modules/usage/usage-rules.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
const read = (who = owner) => app.as(who).usage.read({ workspaceId: who.workspace_id })

describe('usage.read', () => {
  test('says what is used of each thing, its limit and when it begins again', async () => {
    const person = await app.make.person('owner', await app.make.workspace({ monthly_limit: 100 }))
    const { workspace_id } = person
    const { id: app_id } = await app.make.app(person, { name: 'Orders' })
    const now = app.clock.now()
    const day = now.toISOString().slice(0, 10)
    await app.sql`insert into record_usage values (${app_id}, ${workspace_id}, 900000, 2048)`
    await app.sql`insert into event_usage values (${app_id}, ${day}, ${workspace_id}, 7, 3)`
    await app.sql`insert into file_totals values (${app_id}, 4096)`
    await app.sql`insert into model_usage (workspace_id, feature, model, input_tokens, output_tokens, cost_micros, created_date)
      values (${workspace_id}, 'test', 'test', 30, 12, 25000, ${now})`
    await app.sql`insert into workspace_credits (workspace_id, month, credits_used)
      values (${workspace_id}, ${`${day.slice(0, 7)}-01`}, 85)`
    for (const [id, kind, amount] of [
      ['use_1', 'agent_message', 80],
      ['use_2', 'generation', 5],
    ] as const)
      await app.sql`insert into credit_uses values (${id}, ${workspace_id}, ${person.id}, ${app_id}, ${kind}, ${amount}, ${now})`
    await app.sql`insert into credit_uses
      values ('use_old', ${workspace_id}, ${person.id}, ${app_id}, 'analysis', 500, ${new Date(now.getTime() - 40 * 86_400_000)})`

    const { meters, apps, credits } = await read(person)
    const tomorrow = nextDay(now).toISOString()
    const byId = new Map(meters.map((meter) => [meter.id, meter]))
    expect(byId.get('credits')).toMatchObject({ used: 85, limit: 100, is_near: true })
    expect(byId.get('credits')?.resets_at).toMatch(/-01T00:00:00.000Z$/)
    expect(byId.get('records')).toMatchObject({
      used: 900_000,
      limit: 5_000_000,
      is_near: false,
      resets_at: null,
    })
    expect(byId.get('record_bytes')).toMatchObject({ used: 2_048 })
    expect(byId.get('file_bytes')).toMatchObject({ used: 4_096, limit: null })
    expect(byId.get('events')).toMatchObject({ used: 7, resets_at: tomorrow })
    expect(byId.get('model_tokens')).toMatchObject({ used: 42, resets_at: tomorrow })
    expect(byId.get('model_cents')).toMatchObject({ used: 2.5 })
    expect(byId.get('mails')).toMatchObject({ limit: null })

    expect(apps).toMatchObject([{ app_id, app_name: 'Orders' }])
    expect(apps[0]?.meters.find(({ id }) => id === 'records')).toMatchObject({
      used: 900_000,
      limit: 1_000_000,
      is_near: true,
    })
    expect(credits).toMatchObject({
      is_complete: true,
      by_kind: [
        { kind: 'agent_message', amount: 80 },
        { kind: 'generation', amount: 5 },
      ],
      by_app: [{ app_id, app_name: 'Orders', amount: 85 }],
      by_member: [{ user_id: person.id, user_email: person.email, amount: 85 }],
    })
    expect(credits.by_day).toHaveLength(30)
    expect(credits.by_day.at(-1)).toEqual({ date: day, amount: 85 })

    // Those who are warned are warned of the same.
    const { items } = await app
      .as(person)
      .attention.list({ workspaceId: workspace_id, kind: 'quota_nearly_used' })
    expect(items.map(({ app_id: of, subject }) => [of, subject.id]).toSorted()).toEqual(
      [
        [null, 'workspace.credits_a_month'],
        [app_id, 'app.records'],
      ].toSorted(),
    )
  })

  test('has nothing of another workspace', async () => {
    const other = await app.make.person('owner')
    const { meters, apps, credits } = await read(other)
    expect(meters.every(({ used }) => used === 0)).toBe(true)
    expect([apps, credits.by_app, credits.by_member]).toEqual([[], [], []])
  })

  test('is for owners and admins, with a credential for the whole workspace', async () => {
    const at = { id: owner.workspace_id }
    expect((await read(await app.make.person('admin', at))).meters).toHaveLength(8)
    for (const role of ['editor', 'viewer', 'guest'] as const) {
      const refused = read(await app.make.person(role, at))
      await expect(refused).rejects.toMatchObject(refusal(403, 'admin_required'))
    }
    const stranger = app.as(await app.make.person('owner')).usage.read({ workspaceId: owner.workspace_id })
    await expect(stranger).rejects.toMatchObject(refusal(404, 'workspace_not_found'))
    const limited = await app.make.token(owner, { app_ids: [(await app.make.app(owner)).id] })
    const narrow = app.as(limited).usage.read({ workspaceId: owner.workspace_id })
    await expect(narrow).rejects.toMatchObject(refusal(403, 'token_limited_to_apps'))
  })
})

test('what is of a month or of a day begins again with it, at the end of a year too', async () => {
  const workspace = await app.make.workspace({ monthly_limit: 100 })
  const person = await app.make.person('owner', workspace)
  const { id: app_id } = await app.make.app(person)
  const year = app.clock.now().getUTCFullYear()
  app.clock.move((Date.UTC(year, 11, 31, 12) - app.clock.now().getTime()) / 1000)
  await app.sql`insert into workspace_credits values (${workspace.id}, ${`${year}-11-01`}, 99)`
  for (const [day, events] of [
    ['30', 7],
    ['31', 2],
  ] as const)
    await app.sql`insert into event_usage values (${app_id}, ${`${year}-12-${day}`}, ${workspace.id}, ${events}, 1)`
  for (const [time, tokens] of [
    ['12-30T23:59:59.999Z', 40],
    ['12-31T00:00:00Z', 3],
  ] as const)
    await app.sql`insert into model_usage (workspace_id, feature, model, input_tokens, output_tokens, cost_micros, created_date)
      values (${workspace.id}, 'test', 'test', ${tokens}, 0, 0, ${`${year}-${time}`})`
  const mails = [
    [workspace.id, '11-30T23:59:59.999Z'],
    [workspace.id, '12-01T00:00:00Z'],
    [workspace.id, '12-31T11:00:00Z'],
    [owner.workspace_id, '12-31T11:00:00Z'],
  ] as const
  for (const [index, [id, time]] of mails.entries())
    await app.sql`insert into mails (id, workspace_id, recipient, subject, status, created_date)
      values (${`mail_${index}`}, ${id}, 'a@example.com', 'Hello', 'sent', ${`${year}-${time}`})`
  for (const [id, time] of [
    ['use_before', '12-01T23:59:59.999Z'],
    ['use_first', '12-02T00:00:00Z'],
  ] as const)
    await app.sql`insert into credit_uses values (${id}, ${workspace.id}, ${person.id}, ${app_id}, 'analysis', 5, ${`${year}-${time}`})`

  const { meters, credits } = await read(person)
  const next = `${year + 1}-01-01T00:00:00.000Z`
  const shown = meters.map(({ id, used, resets_at }) => [id, used, resets_at])
  expect(shown).toEqual(
    expect.arrayContaining([
      ['credits', 0, next],
      ['events', 2, next],
      ['model_tokens', 3, next],
      ['mails', 2, next],
    ]),
  )
  expect([credits.by_day[0], credits.by_app]).toMatchObject([
    { date: `${year}-12-02`, amount: 5 },
    [{ app_id, amount: 5 }],
  ])
})

test('the apps that have used the largest part of what an app may come first, however much it is', async () => {
  const person = await app.make.person('owner')
  const { workspace_id } = person
  const many = await app.make.app(person, { name: 'Many records' })
  const full = await app.make.app(person, { name: 'Nearly full' })
  const day = app.clock.now().toISOString().slice(0, 10)
  await app.sql`insert into record_usage values (${many.id}, ${workspace_id}, 500000, 10), (${full.id}, ${workspace_id}, 1, 10)`
  await app.sql`insert into event_usage values (${full.id}, ${day}, ${workspace_id}, 90000, 90000)`
  const { apps, meters } = await read(person)
  expect(apps.map(({ app_name }) => app_name)).toEqual(['Nearly full', 'Many records'])
  expect(meters.find(({ id }) => id === 'records')?.used).toBe(500_001)
  const near = apps.map((one) => one.meters.filter(({ is_near }) => is_near).map(({ id }) => id))
  expect(near).toEqual([['anonymous_events'], []])
})

test.each([
  [0, 100, false],
  [79, 100, false],
  [80, 100, true],
  [120, 100, true],
  [0, 0, true],
  [5, null, false],
] as const)('%s of %s is near its limit: %s', (used, limit, isNear) => {
  expect(meterOf('credits', used, limit, null).is_near).toBe(isNear)
})
