import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useMade } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'
import { type Endpoint, startEndpoint } from './test/endpoint.ts'
import { endDelivery, recordMessage } from './test/webhook-rows.ts'

// Nothing is delivered here, so that what waits keeps waiting.
const app = useApp({ rate_limits: 'off', role: 'api' })
const { owner } = useTeam(app)
const at = useMade(() => newWebhook('https://hooks.example.com/a'), beforeEach)

const EVENTS = ['message.created' as const, 'message.completed' as const]

async function newWebhook(target_url: string, server: TestApp = app) {
  const agent_id = (await server.make.app(owner, { kind: 'agent' })).id
  const webhook = await server.as(owner).webhooks.create({ agent_id }, { target_url, events: EVENTS })
  return { agent_id, webhook_id: webhook.id }
}

const happen = (type: string, { agent_id }: { agent_id: string } = at, order_key = 'cnv_1') =>
  recordMessage(app.atrium.db, agent_id, { type, order_key, now: app.clock.now() })

const list = (query: object = {}) => app.as(owner).deliveries.list(at, query)
const end = (id: string, status: 'succeeded' | 'failed') => endDelivery(app.atrium.db, id, status)

async function attempted(
  delivery_id: string,
  attempt: number,
  status_code: number | null,
  started_at: string,
) {
  const error_type = status_code === null ? 'timeout' : null
  await app.sql`insert into webhook_attempts (delivery_id, webhook_id, attempt, trigger, outcome, started_at, duration_ms,
      status_code, error_type, message, response_body)
    values (${delivery_id}, ${at.webhook_id}, ${attempt}, 'automatic', 'failed', ${started_at}, 84, ${status_code},
      ${error_type}, 'It failed.', 'no')`
}

describe('deliveries.list', () => {
  test('answers nothing for a webhook that nothing happened to', async () => {
    const counts = { pending: 0, succeeded: 0, failed: 0, canceled: 0 }
    expect(await list()).toEqual({ items: [], next_cursor: null, has_more: false, counts })
  })

  test('shows every field and every attempt, in their order', async () => {
    await happen('message.created')
    const id = (await list()).items[0]?.id ?? ''
    await attempted(id, 2, null, '2026-11-15T10:00:05.250Z')
    await attempted(id, 1, 500, '2026-11-15T10:00:00Z')
    const common = { trigger: 'automatic', duration_ms: 84, message: 'It failed.', response_body: 'no' }
    expect((await list()).items).toEqual([
      {
        id: expect.stringMatching(/^dlv_/),
        event_id: expect.stringMatching(/^evt_/),
        event_type: 'message.created',
        status: 'pending',
        created_date: expect.stringMatching(/Z$/),
        next_attempt_at: expect.stringMatching(/Z$/),
        attempts: [
          {
            ...common,
            attempt: 1,
            started_at: '2026-11-15T10:00:00.000Z',
            status_code: 500,
            error_type: null,
          },
          {
            ...common,
            attempt: 2,
            started_at: '2026-11-15T10:00:05.250Z',
            status_code: null,
            error_type: 'timeout',
          },
        ],
      },
    ])
  })

  test('filters by status and event, and counts all', async () => {
    for (const type of [...EVENTS, ...EVENTS, 'message.created']) await happen(type)
    const [fifth, fourth, third, second, first] = (await list()).items.map(({ id }) => id) as string[]
    await end(first as string, 'succeeded')
    await end(second as string, 'succeeded')
    await end(third as string, 'failed')
    const ids = async (query: object) => (await list(query)).items.map(({ id }) => id)
    expect(await ids({ status: 'succeeded' })).toEqual([second, first])
    expect(await ids({ status: 'failed' })).toEqual([third])
    expect(await ids({ status: 'pending' })).toEqual([fifth, fourth])
    expect(await ids({ status: 'canceled' })).toEqual([])
    expect(await ids({ event_type: 'message.completed' })).toEqual([fourth, second])
    expect(await ids({ event_type: 'message.created', status: 'pending' })).toEqual([fifth])
    expect(await ids({ event_type: 'message.unknown' })).toEqual([])
    const { counts } = await list({ status: 'failed' })
    expect(counts).toEqual({ pending: 2, succeeded: 2, failed: 1, canceled: 0 })
  })

  test('calls canceled what waited when it was turned off, and does not send it after', async () => {
    await happen('message.created')
    await happen('message.created')
    const [, first] = (await list()).items.map(({ id }) => id)
    await end(first as string, 'failed')
    await app.as(owner).webhooks.update(at, { enabled: false })
    await happen('message.created') // off: nobody is notified
    const off = await list()
    expect(off.items.map(({ status, next_attempt_at }) => [status, next_attempt_at])).toEqual([
      ['canceled', null],
      ['failed', null],
    ])
    expect(off.counts).toEqual({ pending: 0, succeeded: 0, failed: 1, canceled: 1 })
    expect((await list({ status: 'canceled' })).items).toHaveLength(1)
    expect((await list({ status: 'pending' })).items).toEqual([])
    await app.as(owner).webhooks.update(at, { enabled: true })
    await happen('message.created')
    expect((await list()).items.map(({ status }) => status)).toEqual(['pending', 'canceled', 'failed'])
  })

  test('pages through all of them once, newest first, also while more come', async () => {
    for (let i = 0; i < 5; i++) await happen('message.created')
    const all = (await list()).items.map(({ id }) => id)
    const first = await list({ limit: 2 })
    await happen('message.created')
    const second = await list({ limit: 2, cursor: first.next_cursor })
    const third = await list({ limit: 2, cursor: second.next_cursor })
    expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all)
    expect([first, second, third].map(({ has_more }) => has_more)).toEqual([true, true, false])
    expect(third.next_cursor).toBeNull()
  })

  test('takes a cursor only of the same list', async () => {
    for (let i = 0; i < 3; i++) await happen('message.created')
    const { next_cursor: cursor } = await list({ limit: 1 })
    const other = await newWebhook('https://hooks.example.com/b')
    const refusal = { status: 422, fields: [expect.objectContaining({ loc: ['query', 'cursor'] })] }
    await expect(list({ cursor, status: 'pending' })).rejects.toMatchObject(refusal)
    await expect(list({ cursor: `${cursor}x` })).rejects.toMatchObject(refusal)
    await expect(app.as(owner).deliveries.list(other, { cursor: cursor as string })).rejects.toMatchObject(
      refusal,
    )
  })

  test.each([
    { limit: 0 },
    { limit: 101 },
    { limit: 'x' },
    { status: 'done' },
    { event_type: 'x'.repeat(101) },
  ])('refuses %j', async (query) => {
    await expect(list(query)).rejects.toMatchObject({ status: 422 })
  })

  test('survives an event that cannot be stored', async () => {
    const status = await list({ event_type: '\0' }).then(
      () => 200,
      (error) => error.status,
    )
    expect(status).toBeOneOf([200, 422])
  })
})

describe('a webhook that is deleted', () => {
  let endpoint: Endpoint
  let server: TestApp

  beforeAll(async () => {
    endpoint = await startEndpoint()
    server = await createTestApp({
      role: 'all',
      database_url: app.databaseUrl,
      rate_limits: 'off',
      outbound_allow: ['127.0.0.0/8'],
      webhook_retry_seconds: [600, 600],
    })
  })
  afterAll(async () => {
    await server.stop()
    await endpoint.close()
  })

  test('gets nothing more, while another gets its retries', { tags: 'slow' }, async () => {
    endpoint.answer('/deleted', 500)
    endpoint.answer('/kept', 500)
    const [deleted, kept] = [
      await newWebhook(endpoint.url('/deleted'), server),
      await newWebhook(endpoint.url('/kept'), server),
    ]
    expect(await happen('message.created', deleted, 'cnv_1')).toBe(true)
    await happen('message.created', kept)
    await attemptsAre(1, [deleted, kept])
    await server.as(owner).webhooks.delete(deleted)
    expect(await happen('message.created', deleted, 'cnv_2')).toBe(false)
    for (const attempts of [2, 3]) {
      await makeDue([deleted, kept])
      await attemptsAre(attempts, [kept])
    }
    expect(endpoint.received('/kept')).toHaveLength(3)
    expect(endpoint.received('/deleted')).toHaveLength(1)
  })

  const ofThese = (those: (typeof at)[]) =>
    sql`where webhook_id = any(${those.map(({ webhook_id }) => webhook_id)})`

  /** Waits for so many attempts of each, and until nobody holds their lanes any more. */
  const attemptsAre = (count: number, those: (typeof at)[]) =>
    vi.waitFor(async () => {
      const rows = await app.sql<{ made: number; held: number }>`
        select (select count(*)::int from webhook_attempts ${ofThese(those)}) as made,
               (select count(claim_id)::int from webhook_lanes ${ofThese(those)}) as held`
      expect(rows).toEqual([{ made: count * those.length, held: 0 }])
    }, 15_000)

  /** As if the time of their retries had come. */
  async function makeDue(those: (typeof at)[]): Promise<void> {
    await app.sql`update webhook_queue set next_at = now() ${ofThese(those)}`
    await app.sql`update webhook_lanes set next_at = now() ${ofThese(those)}`
  }
})
