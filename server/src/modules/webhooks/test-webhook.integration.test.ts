import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useMade, useStarted } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'
import { type Received, startEndpoint } from './test/endpoint.ts'
import { signedWebhook } from './test/webhook-rows.ts'

const app = useApp({ rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] })
const { owner } = useTeam(app)
const endpoint = useStarted(startEndpoint)
const at = useMade(() => signedWebhook(app, owner, endpoint), beforeEach)

const send = () => app.as(owner).webhooks.test(at)
const read = () => app.as(owner).webhooks.read(at)
const rotate = async () => (await app.as(owner).webhooks.update(at, { signing: 'rotate' })).secret ?? ''
const setTarget = (target_url: string) =>
  app.sql`update webhooks set target_url = ${target_url} where id = ${at.webhook_id}`

async function sent(): Promise<Received> {
  expect(await send()).toMatchObject({ ok: true })
  return endpoint.received(at.path).at(-1) as Received
}

describe('webhooks.test', () => {
  test('sends one signed sample and answers what the endpoint said', async () => {
    expect(await send()).toEqual({
      ok: true,
      status_code: 200,
      response_body: null,
      error_type: null,
      duration_ms: expect.any(Number),
    })
    expect(endpoint.received(at.path)).toHaveLength(1)
    const [{ headers, body }] = endpoint.received(at.path) as [Received]
    expect(JSON.parse(body)).toEqual({
      id: headers['webhook-id'],
      type: 'message.completed',
      created_date: expect.stringMatching(/Z$/),
      agent_id: at.agent_id,
      conversation_id: 'cnv_sample',
      test: true,
      data: {
        message: expect.objectContaining({ id: 'msg_sample', role: 'assistant', status: 'completed' }),
      },
    })
    expect(headers['x-service-delivery']).toMatch(/^dlv_/)
    expect(headers['x-service-signature']).toBe(plainSignature(at.secret, body))
    expect(new Webhook(at.secret).verify(body, headers as Record<string, string>)).toMatchObject({
      test: true,
    })
  })

  test('counts nothing and leaves no delivery, whatever comes of it', async () => {
    const before = await read()
    await send()
    endpoint.answer(at.path, 500)
    for (let i = 0; i < 21; i++) await send()
    expect(await read()).toEqual(before)
    expect(await app.as(owner).deliveries.list(at)).toMatchObject({
      items: [],
      counts: { pending: 0, succeeded: 0, failed: 0, canceled: 0 },
    })
  })

  test.each([
    [404, 'nobody here'],
    [500, 'é'.repeat(400)],
    [302, ''],
  ])('answers a refusal with %d and the start of what it says', async (status, said) => {
    endpoint.answer(at.path, status, said)
    const result = await send()
    expect(result).toMatchObject({ ok: false, status_code: status, error_type: null })
    expect(said.startsWith(result.response_body ?? '-')).toBe(true)
    expect(Buffer.byteLength(result.response_body ?? '')).toBe(Math.min(512, Buffer.byteLength(said)))
  })

  test('answers a refused connection and a blocked address by their kind', async () => {
    const gone = await startEndpoint()
    await gone.close()
    await setTarget(gone.url('/'))
    const failed = { ok: false, status_code: null, response_body: null }
    expect(await send()).toMatchObject({ ...failed, error_type: 'connection_refused' })
    await setTarget('https://10.0.0.1/')
    expect(await send()).toMatchObject({ ...failed, error_type: 'blocked_address' })
  })

  test('waits 10 seconds at most', { tags: 'slow' }, async () => {
    endpoint.answer(at.path, 'hold')
    const result = await send()
    expect(result).toMatchObject({ ok: false, status_code: null, error_type: 'timeout' })
    expect(result.duration_ms).toBeGreaterThan(9_000)
    expect(result.duration_ms).toBeLessThan(14_500) // an attempt of the engine has 15
  })

  test('works while the webhook is off, and does not turn it on', async () => {
    const off = await app.as(owner).webhooks.update(at, { enabled: false })
    expect(await send()).toMatchObject({ ok: true })
    expect(await read()).toEqual(off)
  })
})

describe('after a rotation', () => {
  const verifies = ({ headers, body }: Received, by: string) => {
    try {
      return Boolean(new Webhook(by).verify(body, headers as Record<string, string>))
    } catch {
      return false
    }
  }

  test('both secrets verify for a day, the older ones never', async () => {
    const second = await rotate()
    const third = await rotate()
    const first = await sent()
    expect([at.secret, second, third].map((one) => verifies(first, one))).toEqual([false, true, true])
    expect(first.headers['x-service-signature']).toBe(plainSignature(third, first.body))
    // The receiving library refuses times of tomorrow, so only the number of signatures is looked at then.
    app.clock.move(24 * 3600 + 1)
    const tomorrow = await sent()
    app.clock.move(-24 * 3600 - 1)
    expect(String(tomorrow.headers['webhook-signature']).split(' ')).toHaveLength(1)
  })

  test('twice at once, both answer a secret; one of them signs, and the other as the one before', async () => {
    const secrets = await Promise.all([rotate(), rotate()])
    expect(new Set(secrets).size).toBe(2)
    const received = await sent()
    expect(secrets.map((one) => verifies(received, one))).toEqual([true, true])
    const plain = secrets.map((one) => plainSignature(one, received.body))
    expect(plain).toContain(received.headers['x-service-signature'])
    expect(verifies(received, at.secret)).toBe(false)
  })

  test('to none, nothing is signed', async () => {
    await app.as(owner).webhooks.update(at, { signing: 'disable' })
    const { headers } = await sent()
    expect(headers).not.toHaveProperty('x-service-signature')
    expect(headers).not.toHaveProperty('webhook-signature')
    expect(headers).toHaveProperty('webhook-id')
  })
})

function plainSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}
