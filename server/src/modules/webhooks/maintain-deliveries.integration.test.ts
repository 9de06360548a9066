import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toNoon } from '../../../test/to-noon.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { maintainDeliveries } from './maintain-deliveries.ts'
import { DELIVERIES_NOW, endDelivery, recordMessage } from './test/webhook-rows.ts'

const DAY = 24 * 3600

const app = useApp({ rate_limits: 'off', role: 'api' })
const { owner } = useTeam(app)
let at: { agent_id: string; webhook_id: string }

beforeAll(() => toNoon(app.clock))

beforeEach(async () => {
  await app.sql`truncate webhooks, webhook_events, webhook_attempts cascade`
  const agent_id = (await app.make.app(owner, { kind: 'agent' })).id
  const hook = { target_url: 'https://hooks.example.com/a', events: ['message.created' as const] }
  at = { agent_id, webhook_id: (await app.as(owner).webhooks.create({ agent_id }, hook)).id }
})

async function keep() {
  await app.atrium.jobs.send(app.atrium.db, maintainDeliveries, {})
  expect(await app.atrium.jobs.drain()).toContainEqual({
    name: 'webhooks.keep_deliveries',
    outcome: 'completed',
  })
}

const happen = () => recordMessage(app.atrium.db, at.agent_id, { now: app.clock.now() })

async function attempt(started: Date, delivery_id = 'dlv_1'): Promise<void> {
  await app.sql`insert into webhook_attempts (delivery_id, webhook_id, attempt, trigger, outcome, started_at, duration_ms)
    values (${delivery_id}, ${at.webhook_id}, 1, 'automatic', 'succeeded', ${started}, 5)`
}

const deliveries = () => app.sql<{ id: string; status: string }>`
      select id, status from ${sql.raw(DELIVERIES_NOW)} d order by seq`

/** By the table that holds them. */
async function attempts(): Promise<string[]> {
  const rows = await app.sql<{ place: string }>`
    select tableoid::regclass::text as place from webhook_attempts order by started_at`
  return rows.map(({ place }) => place)
}

async function partitions(): Promise<string[]> {
  const rows = await app.sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
     where inhparent = 'webhook_attempts'::regclass order by 1`
  return rows.map(({ name }) => name)
}

const nameOf = (days: number) =>
  `webhook_attempts_${new Date(app.clock.now().getTime() + days * DAY * 1000).toISOString().slice(0, 10).replaceAll('-', '')}`

describe('the log of attempts', () => {
  test('has room for today and the days to come from the start, and always three days ahead', async () => {
    expect(await partitions()).toContain(nameOf(0))
    await keep()
    const made = await partitions()
    expect(made).toEqual(expect.arrayContaining([0, 1, 2, 3].map(nameOf)))
    await keep()
    expect(await partitions()).toEqual(made)
    app.clock.move(2 * DAY)
    await keep()
    expect(await partitions()).toEqual([...made, nameOf(2), nameOf(3)].sort())
    await attempt(app.clock.now())
    expect(await attempts()).toEqual([nameOf(0)])
  })

  test('takes attempts of a day that had no table along into it', async () => {
    app.clock.move(10 * DAY)
    const now = app.clock.now()
    await attempt(now)
    await attempt(new Date(now.getTime() + 10))
    expect(await attempts()).toEqual(['webhook_attempts_rest', 'webhook_attempts_rest'])
    await keep()
    expect(await attempts()).toEqual([nameOf(0), nameOf(0)])
  })

  test('ends after 30 days, day by day', async () => {
    await keep()
    await attempt(app.clock.now())
    await attempt(new Date(app.clock.now().getTime() - 5 * 366 * DAY * 1000))
    const today = nameOf(0)
    app.clock.move(29 * DAY)
    await keep()
    expect(await attempts()).toEqual([today])
    app.clock.move(2 * DAY)
    await keep()
    expect(await attempts()).toEqual([])
    expect(await partitions()).not.toContain(today)
  })
})

describe('deliveries', () => {
  test('end with their event after 30 days, but never while one waits', async () => {
    await happen()
    await happen()
    const [first, second] = await deliveries()
    await endDelivery(app.atrium.db, first?.id ?? '', 'succeeded')
    app.clock.move(29 * DAY)
    await keep()
    expect(await deliveries()).toHaveLength(2)
    app.clock.move(2 * DAY)
    await happen()
    await keep()
    expect(await deliveries()).toMatchObject([{ id: second?.id, status: 'pending' }, { status: 'pending' }])
    await endDelivery(app.atrium.db, second?.id ?? '', 'failed')
    await keep()
    expect(await deliveries()).toMatchObject([{ status: 'pending' }])
    const rows = await app.sql`select from webhook_events`
    expect(rows).toHaveLength(1)
  })

  test('that waited when their webhook was turned off are written as canceled', async () => {
    await happen()
    await app.as(owner).webhooks.update(at, { enabled: false })
    await app.as(owner).webhooks.update(at, { enabled: true })
    await happen()
    expect((await deliveries()).map(({ status }) => status)).toEqual(['pending', 'pending'])
    const before = await app.as(owner).deliveries.list(at)
    await keep()
    expect((await deliveries()).map(({ status }) => status)).toEqual(['canceled', 'pending'])
    expect(await app.as(owner).deliveries.list(at)).toEqual(before)
  })

  test('are not written as canceled while they are being sent, so that the attempt is logged', async () => {
    await happen()
    const hold = (claim: string | null) => app.sql`update webhook_lanes set claim_id = ${claim}::uuid`
    await hold('00000000-0000-0000-0000-000000000001')
    await app.as(owner).webhooks.update(at, { enabled: false })
    await keep()
    expect((await deliveries()).map(({ status }) => status)).toEqual(['pending'])
    await hold(null)
    await keep()
    expect((await deliveries()).map(({ status }) => status)).toEqual(['canceled'])
  })

  test('of a deleted agent wait no more, and go with its webhooks', async () => {
    await happen()
    await app.as(owner).apps.delete({ app_id: at.agent_id })
    const heard = { name: 'on.app.deleted.webhooks.forget_app', outcome: 'completed' }
    expect(await app.atrium.jobs.drain()).toContainEqual(heard)
    const rows = await app.sql<{ waiting: number }>`select count(*) as waiting from webhook_queue q
      join webhooks w on w.id = q.webhook_id and w.epoch = q.epoch`
    expect(rows).toEqual([{ waiting: 0 }])
    await keep()
    expect(await deliveries()).toEqual([])
    expect(await app.sql`select from webhooks`).toEqual([])
  })

  test('of a deleted webhook go, and the webhook itself', async () => {
    const hook = { target_url: 'https://hooks.example.com/b', events: ['message.created' as const] }
    const kept = await app.as(owner).webhooks.create({ agent_id: at.agent_id }, hook)
    await happen()
    await app.as(owner).webhooks.delete(at)
    await keep()
    const rows = await app.sql`select id from webhooks`
    expect(rows).toEqual([{ id: kept.id }])
    expect(await deliveries()).toHaveLength(1)
    for (const table of ['webhook_lanes', 'webhook_queue']) {
      const left = await app.sql`select webhook_id from ${sql.table(table)}`
      expect(left).toEqual([{ webhook_id: kept.id }])
    }
  })
})
