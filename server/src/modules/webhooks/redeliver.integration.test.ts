import { beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useMade, useStarted } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'
import { type Received, startEndpoint } from './test/endpoint.ts'
import { endDelivery, recordMessage, signedWebhook } from './test/webhook-rows.ts'

// Without a worker, so that only what is asked for is sent.
const app = useApp({ rate_limits: 'off', role: 'api', outbound_allow: ['127.0.0.0/8'] })
const { owner } = useTeam(app)
const endpoint = useStarted(startEndpoint)
const at = useMade(async () => {
  const made = await signedWebhook(app, owner, endpoint)
  await recordMessage(app.atrium.db, made.agent_id, { now: app.clock.now(), content: 'Grüße' })
  const { items } = await app.as(owner).deliveries.list(made)
  return { ...made, delivery_id: items[0]?.id ?? '' }
}, beforeEach)

const redeliver = () => app.as(owner).deliveries.redeliver(at)
const read = () => app.as(owner).webhooks.read(at)

/** As after a delivery that failed once. */
async function fail() {
  await endDelivery(app.atrium.db, at.delivery_id, 'failed')
  const error = { message: 'It failed.', attempted_at: '2026-11-14T10:00:00Z' }
  await app.sql`insert into webhook_attempts (delivery_id, webhook_id, attempt, trigger, outcome, started_at, duration_ms)
    values (${at.delivery_id}, ${at.webhook_id}, 1, 'automatic', 'failed', ${error.attempted_at}, 5)`
  await app.sql`update webhooks set consecutive_failures = 4, last_error = ${JSON.stringify(error)}::jsonb
    where id = ${at.webhook_id}`
}

describe('deliveries.redeliver', () => {
  test('sends the same event again, to the byte, and logs it as asked for by hand', async () => {
    await fail()
    const delivery = await redeliver()
    await redeliver()
    const [first, second] = endpoint.received(at.path) as [Received, Received]
    expect(endpoint.received(at.path)).toHaveLength(2)
    expect(second.body).toBe(first.body)
    expect(JSON.parse(first.body)).toMatchObject({
      id: delivery.event_id,
      data: { message: { id: 'msg_1', content: 'Grüße' } },
    })
    for (const { headers } of [first, second]) {
      expect(headers['webhook-id']).toBe(delivery.event_id)
      expect(headers['x-service-delivery']).toBe(at.delivery_id)
      expect(headers['x-service-signature']).toBe(first.headers['x-service-signature'])
    }
    expect(delivery).toMatchObject({
      id: at.delivery_id,
      attempts: [
        { attempt: 1, trigger: 'automatic' },
        {
          attempt: 2,
          trigger: 'manual',
          status_code: 200,
          error_type: null,
          message: null,
          response_body: null,
        },
      ],
    })
  })

  test('moves last_trigger_time, and nothing else, when it succeeds', async () => {
    await fail()
    const before = await read()
    expect(before.last_trigger_time).toBeNull()
    expect(await redeliver()).toMatchObject({ status: 'failed', next_attempt_at: null })
    const after = await read()
    expect(after.last_trigger_time).toMatch(/Z$/)
    expect({ ...after, last_trigger_time: null }).toEqual(before)
  })

  test('moves last_trigger_time, and nothing else, when it fails', async () => {
    endpoint.answer(at.path, 503, 'not today')
    const before = await read()
    const delivery = await redeliver()
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [
        {
          trigger: 'manual',
          status_code: 503,
          message: 'The endpoint answered 503.',
          response_body: 'not today',
        },
      ],
    })
    const after = await read()
    expect(after.last_trigger_time).toBe(delivery.attempts[0]?.started_at)
    expect({ ...after, last_trigger_time: null }).toEqual(before)
  })

  test('works while the webhook is off, for what was canceled', async () => {
    await app.as(owner).webhooks.update(at, { enabled: false })
    expect(await redeliver()).toMatchObject({
      status: 'canceled',
      next_attempt_at: null,
      attempts: [{ trigger: 'manual', status_code: 200 }],
    })
    expect(endpoint.received(at.path)).toHaveLength(1)
    expect((await read()).disabled_at).not.toBeNull()
  })

  test('goes to the address and with the secret of now', async () => {
    const { secret } = await app
      .as(owner)
      .webhooks.update(at, { target_url: endpoint.url(`${at.path}/new`), signing: 'disable' })
    expect(secret).toBeUndefined()
    await redeliver()
    expect(endpoint.received(at.path)).toEqual([])
    expect(endpoint.received(`${at.path}/new`)[0]?.headers).not.toHaveProperty('x-service-signature')
  })

  test('signs with a replaced secret for a day only', async () => {
    await app.as(owner).webhooks.update(at, { signing: 'rotate' })
    await redeliver()
    app.clock.move(24 * 3600 + 1)
    await redeliver()
    app.clock.move(-24 * 3600 - 1)
    const signatures = endpoint
      .received(at.path)
      .map(({ headers }) => String(headers['webhook-signature']).split(' '))
    expect(signatures.map((some) => some.length)).toEqual([2, 1])
  })

  test('is recorded in the audit log', async () => {
    await redeliver()
    const { items } = await app.as(owner).audit.list({ app_id: at.agent_id, action: 'deliveries.redeliver' })
    expect(items).toMatchObject([
      { actor_id: owner.id, target_type: 'delivery', target_id: at.delivery_id, app_id: at.agent_id },
    ])
  })

  test('finds no delivery of another webhook', async () => {
    const other = await app
      .as(owner)
      .webhooks.create(
        { agent_id: at.agent_id },
        { target_url: endpoint.url(at.path), events: ['message.created'] },
      )
    const refused = app.as(owner).deliveries.redeliver({ ...at, webhook_id: other.id })
    await expect(refused).rejects.toMatchObject({ status: 404, code: 'delivery_not_found' })
    expect(endpoint.received(at.path)).toEqual([])
  })
})
