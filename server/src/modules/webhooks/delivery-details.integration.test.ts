/** What is kept of every attempt, what failed sent again together, and the counts by hour. */
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { keptHeaders, readHeaders } from './delivery/response-headers.ts'
import { maintainDeliveries } from './maintain-deliveries.ts'
import { type At, type WebhookScene, webhookScene } from './test/webhook-scene.ts'

let scene: WebhookScene
beforeAll(async () => {
  scene = await webhookScene({ webhook_retry_seconds: [] })
})
afterAll(() => scene.close())

const WITHIN_MS = 20_000
const client = () => scene.client

/** Waits until nothing waits any more, and returns how many there are of each status. */
async function settled(at: At, count: number) {
  return vi.waitFor(async () => {
    const { counts } = await client().deliveries.list(at)
    expect(counts.pending).toBe(0)
    expect(counts.succeeded + counts.failed + counts.canceled).toBe(count)
    return counts
  }, WITHIN_MS)
}

/** A webhook with as many deliveries that failed. */
async function failing(path: string, count: number) {
  scene.answer(path, () => ({ status: 503, body: 'not today' }))
  const { at, secret } = await scene.webhook(scene.url(path))
  for (let n = 0; n < count; n++) await scene.happen(at, 'message.created')
  expect(await settled(at, count)).toMatchObject({ failed: count })
  return { at, secret }
}

describe('deliveries.read', () => {
  test('has the payload and the headers of request and answer, exactly as the endpoint saw them', {
    tags: 'slow',
  }, async () => {
    const { at, secret } = await failing('/detail', 1)
    const [item] = (await client().deliveries.list(at)).items
    const delivery_id = item?.id ?? ''
    await client().webhooks.update(at, { signing: 'rotate' })
    await client().deliveries.redeliver({ ...at, delivery_id })
    const read = await client().deliveries.read({ ...at, delivery_id })
    const arrived = scene.arrived('/detail')
    expect(read.payload).toBe(arrived[0]?.body)
    expect(read.attempts.map(({ trigger }) => trigger)).toEqual(['automatic', 'manual'])
    for (const [n, { request_headers, response_headers, response_body }] of read.attempts.entries()) {
      const sent = Object.fromEntries((request_headers ?? []).map(({ name, value }) => [name, value]))
      expect(arrived[n]?.headers).toMatchObject(sent)
      expect(sent).toHaveProperty('x-service-signature')
      expect(response_headers?.map(({ name }) => name)).toContain('date')
      expect(response_body).toBe('not today')
    }
    const [first] = read.attempts
    const headers = Object.fromEntries((first?.request_headers ?? []).map(({ name, value }) => [name, value]))
    expect(new Webhook(secret).verify(read.payload, headers)).toMatchObject({ id: read.event_id })
    expect(JSON.stringify(read)).not.toContain(secret.slice('whsec_'.length))
  })

  test('keeps them of successes too, and shows none of a time when they were not kept', async () => {
    scene.answer('/fine', () => 200)
    const { at } = await scene.webhook(scene.url('/fine'))
    await scene.happen(at, 'message.created')
    await settled(at, 1)
    const [item] = (await client().deliveries.list(at)).items
    const read = () => client().deliveries.read({ ...at, delivery_id: item?.id ?? '' })
    const [kept] = (await read()).attempts
    expect(scene.arrived('/fine')[0]?.headers).toMatchObject({
      'webhook-signature': kept?.request_headers?.find(({ name }) => name === 'webhook-signature')?.value,
    })
    expect(kept?.response_headers?.map(({ name }) => name)).toContain('date')
    await scene.app.sql`update webhook_attempts set signatures = null, response_headers = null
      where webhook_id = ${at.webhook_id}`
    expect((await read()).attempts).toMatchObject([{ request_headers: null, response_headers: null }])
  })

  test('is open to those who edit, and finds nothing of another webhook', { tags: 'slow' }, async () => {
    const { at } = await failing('/mine', 1)
    const { at: other } = await scene.webhook(scene.url('/other'))
    const [item] = (await client().deliveries.list(at)).items
    const stolen = client().deliveries.read({ ...other, delivery_id: item?.id ?? '' })
    await expect(stolen).rejects.toMatchObject(refusal(404, 'delivery_not_found'))
  })
})

test('headers that are kept have a bound, no cookies, and survive every character', () => {
  const odd = 'a"b\\c{},\u0000\u0007ü\ud800'
  const kept = keptHeaders({ 'set-cookie': 'sid=1', 'x-odd': odd, 'x-long': 'x'.repeat(5_000) })
  expect(readHeaders(kept)).toEqual([
    { name: 'x-odd', value: odd },
    { name: 'x-long', value: 'x'.repeat(512) },
  ])
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`x-${n}`, 'y'.repeat(100)]))
  expect(keptHeaders(many).length).toBeLessThan(3_000)
})

test('the answer of a success may have any characters in its headers', async () => {
  const { db } = scene.app.atrium
  const { writeSuccesses } = await import('./delivery/write-successes.ts')
  const { at } = await scene.webhook(scene.url('/odd-headers'))
  const kept = keptHeaders({ 'x-odd': 'a"b\\c{},null \u0000\u0007ü\ud800' })
  const outcome = {
    delivery_id: 'dlv_odd',
    seq: 1_000_000,
    webhook_id: at.webhook_id,
    lane: 0,
    claim_id: '00000000-0000-4000-8000-000000000000',
    epoch: 0,
    attempt: 1,
    ok: true,
    started_at: new Date().toISOString(),
    duration_ms: 5,
    status_code: 200,
    error_type: null,
    message: null,
    response_body: null,
    signatures: '',
    response_headers: kept,
    retry_seconds: null,
    is_slow: false,
  }
  await writeSuccesses(db, [outcome, { ...outcome, response_headers: null }], 60)
  const rows = await scene.app.sql`select signatures, response_headers from webhook_attempts
    where webhook_id = ${at.webhook_id} order by response_headers`
  expect(rows).toEqual([
    { signatures: '', response_headers: kept },
    { signatures: '', response_headers: null },
  ])
})

describe('deliveries.list', () => {
  test('finds a delivery by its id and by the id of its event, within the other filters', {
    tags: 'slow',
  }, async () => {
    const { at } = await failing('/searched', 2)
    const [item] = (await client().deliveries.list(at)).items
    if (!item) throw new Error('no delivery')
    for (const search of [item.id, item.event_id])
      expect((await client().deliveries.list(at, { search })).items).toEqual([item])
    for (const query of [
      { search: 'dlv_unknown' },
      { search: item.id.slice(0, -1) },
      { search: item.id, status: 'succeeded' as const },
      { search: item.id, event_type: 'message.completed' },
    ])
      expect((await client().deliveries.list(at, query)).items).toEqual([])
    const { at: other } = await scene.webhook(scene.url('/another'))
    expect((await client().deliveries.list(other, { search: item.id })).items).toEqual([])
  })
})

describe('deliveries.redeliver_failed', () => {
  test('sends all that failed again in their order, once, however often it is asked for', {
    tags: 'slow',
  }, async () => {
    const { at } = await failing('/bulk', 5)
    const before = scene.arrived('/bulk').length
    scene.answer('/bulk', () => 200)
    const answers = await Promise.all([1, 2, 3].map(() => client().deliveries.redeliver_failed(at, {})))
    expect(answers.reduce((sum, { queued }) => sum + queued, 0)).toBe(5)
    expect(answers.every(({ has_more }) => !has_more)).toBe(true)
    expect(await settled(at, 5)).toMatchObject({ succeeded: 5, failed: 0 })
    const again = scene.arrived('/bulk').slice(before)
    expect(again.map(({ body }) => body)).toEqual(
      scene
        .arrived('/bulk')
        .slice(0, before)
        .map(({ body }) => body),
    )
    expect(await client().webhooks.read(at)).toMatchObject({ consecutive_failures: 0, last_error: null })
    expect(await client().deliveries.redeliver_failed(at, {})).toEqual({ queued: 0, has_more: false })
    const { items } = await client().audit.list({
      app_id: at.agent_id,
      action: 'deliveries.redeliver_failed',
    })
    expect(items.reduce((sum, { detail }) => sum + Number(detail?.queued), 0)).toBe(5)
  })

  test('leaves those that fail again failed, and does not count them', async () => {
    const { at } = await failing('/again', 3)
    expect(await client().webhooks.read(at)).toMatchObject({ consecutive_failures: 3 })
    const before = scene.arrived('/again').length
    expect(await client().deliveries.redeliver_failed(at, {})).toMatchObject({ queued: 3 })
    await vi.waitFor(() => expect(scene.arrived('/again')).toHaveLength(before + 3), WITHIN_MS)
    expect(await settled(at, 3)).toMatchObject({ failed: 3 })
    expect(await client().webhooks.read(at)).toMatchObject({ consecutive_failures: 3, disabled_at: null })
    const { items } = await client().deliveries.list(at, { status: 'failed' })
    expect(items.map(({ attempts }) => attempts.map(({ attempt }) => attempt))).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
  })

  test('takes only those since a time and of an event, and says when there are more', {
    tags: 'slow',
  }, async () => {
    const { at } = await failing('/some', 3)
    const [newest, middle, oldest] = (await client().deliveries.list(at)).items
    if (!newest || !middle || !oldest) throw new Error('not enough')
    await scene.app
      .sql`update deliveries set created_date = created_date - interval '2 days' where id = ${oldest.id}`
    await scene.app.sql`update deliveries set event_type = 'message.completed' where id = ${middle.id}`
    scene.answer('/some', () => 200)
    const since = new Date(Date.parse(newest.created_date) - 86_400_000).toISOString()
    const asked = { since, event_type: 'message.created' }
    expect(await client().deliveries.redeliver_failed(at, asked)).toEqual({ queued: 1, has_more: false })
    expect(await settled(at, 3)).toMatchObject({ succeeded: 1, failed: 2 })
    expect(await client().deliveries.redeliver_failed(at, { since: null, event_type: null })).toEqual({
      queued: 2,
      has_more: false,
    })
    await expect(client().deliveries.redeliver_failed(at, { since: 'yesterday' })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('goes on counting from its own attempts, however many were made by hand', {
    tags: 'slow',
  }, async () => {
    const { at } = await failing('/by-hand', 1)
    const delivery_id = (await client().deliveries.list(at)).items[0]?.id ?? ''
    for (let n = 0; n < 2; n++) await client().deliveries.redeliver({ ...at, delivery_id })
    const before = scene.arrived('/by-hand').length
    await client().deliveries.redeliver_failed(at, {})
    await vi.waitFor(() => expect(scene.arrived('/by-hand')).toHaveLength(before + 1), WITHIN_MS)
    await settled(at, 1)
    const { attempts } = await client().deliveries.read({ ...at, delivery_id })
    const own = attempts.filter(({ trigger }) => trigger === 'automatic')
    expect(own.map(({ attempt }) => attempt).sort()).toEqual([1, 2])
  })

  test('takes 1,000 at most, the oldest first', { tags: 'slow' }, async () => {
    const { at } = await failing('/many', 1)
    await client().webhooks.update(at, { target_url: scene.url('/many-again') })
    await scene.app.sql`with made as (
        insert into webhook_events (id, app_id, type, body, created_date)
        select 'evt_many_' || n, ${at.agent_id}, 'message.created', 'body', now() from generate_series(1, 1001) n
        returning id)
      insert into deliveries (id, event_id, event_type, webhook_id, status, epoch, created_date)
      select 'dlv_' || id, id, 'message.created', ${at.webhook_id}, 'failed', 0, now() from made`
    expect(await client().deliveries.redeliver_failed(at, {})).toEqual({ queued: 1_000, has_more: true })
    expect(await client().deliveries.redeliver_failed(at, {})).toEqual({ queued: 2, has_more: false })
  })

  test('is refused while the webhook is off, and what waits is canceled when it is turned off', {
    tags: 'slow',
  }, async () => {
    const { at } = await failing('/off', 1)
    await client().webhooks.update(at, { enabled: false })
    const refused = client().deliveries.redeliver_failed(at, {})
    await expect(refused).rejects.toMatchObject(refusal(409, 'webhook_off'))
    expect((await client().deliveries.list(at)).counts).toMatchObject({ failed: 1 })
  })
})

describe('deliveries.stats', () => {
  test('counts attempts by hour and by day, the current one as incomplete', { tags: 'slow' }, async () => {
    const { at } = await failing('/counted', 2)
    scene.answer('/counted', () => 200)
    await client().deliveries.redeliver_failed(at, {})
    await settled(at, 2)
    const delivery_id = (await client().deliveries.list(at)).items[0]?.id ?? ''
    await client().deliveries.redeliver({ ...at, delivery_id })
    for (const [by, count] of [
      ['hour', 24],
      ['day', 30],
    ] as const) {
      const stats = await client().deliveries.stats(at, { by })
      expect(stats.by).toBe(by)
      expect(stats.items).toHaveLength(count)
      expect(stats.items.filter(({ is_complete }) => !is_complete)).toEqual([stats.items.at(-1)])
      const sum = (field: 'succeeded' | 'retried' | 'failed') =>
        stats.items.reduce((all, item) => all + item[field], 0)
      expect([sum('succeeded'), sum('retried'), sum('failed')]).toEqual([3, 0, 2])
      const counted = stats.items.filter(({ slowest_ms }) => slowest_ms !== null)
      for (const { average_ms, slowest_ms } of counted)
        expect(Number(average_ms)).toBeLessThanOrEqual(Number(slowest_ms))
      expect(stats.items[0]).toMatchObject({ succeeded: 0, average_ms: null, slowest_ms: null })
    }
    expect((await client().deliveries.stats(at)).by).toBe('hour')
  })

  test('forgets hours with the deliveries that they count', async () => {
    const { at } = await failing('/forgotten', 1)
    const old = new Date(scene.app.clock.now().getTime() - 31 * 86_400_000)
    await scene.app.sql`insert into webhook_hours values (${at.webhook_id}, ${old}, 1, 0, 0, 5, 5)`
    const hours = () =>
      scene.app.sql<{
        hour: Date
      }>`select hour from webhook_hours where webhook_id = ${at.webhook_id} order by hour`
    // The attempts may lie in two hours, when one ends between them.
    const before = await hours()
    expect(before.length).toBeGreaterThan(1)
    await scene.app.atrium.jobs.send(scene.app.atrium.db, maintainDeliveries, {})
    // The node of the scene works on jobs itself.
    const left = before.filter(({ hour }) => hour.getTime() !== old.getTime())
    await vi.waitFor(async () => expect(await hours()).toEqual(left), WITHIN_MS)
  })
})
