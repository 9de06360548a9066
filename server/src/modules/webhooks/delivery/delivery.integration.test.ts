import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

const app = useApp({
  role: 'all',
  rate_limits: 'off',
  outbound_allow: ['127.0.0.0/8'],
  webhook_retry_seconds: [0.05, 0.05],
})
const { owner } = useTeam(app)
let receiver: Server
let base: string
const received: Received[] = []
/** What the endpoint answers, by path. */
const answers = new Map<string, number>()

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body })
      response.writeHead(answers.get(path) ?? 200).end('the endpoint says so')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  receiver.close()
})

async function agentWithWebhook(
  path: string,
  events: ('message.created' | 'message.completed')[] = ['message.completed'],
) {
  const client = app.as(owner)
  const agent = await client.agents.create({ name: 'Support', instructions: 'Be brief.' })
  const webhook = await client.webhooks.create(
    { agent_id: agent.id },
    { target_url: `${base}${path}`, events, generate_secret: true },
  )
  const conversation = await client.conversations.open({ agent_id: agent.id }, {})
  const at = { agent_id: agent.id, webhook_id: webhook.id }
  const say = (content: string) =>
    client.messages.send({ agent_id: agent.id, conversation_id: conversation.id }, { content })
  return { client, agent, webhook, conversation, at, say }
}

const WITHIN_MS = 45_000
const seen = (path: string) => received.filter((one) => one.path === path)

describe('a delivery', () => {
  test('reaches the endpoint with the event, signed both ways', async () => {
    const { say, webhook, conversation, agent } = await agentWithWebhook('/signed')
    const reply = await say('Where is my order?')
    await vi.waitFor(() => expect(seen('/signed')).toHaveLength(1), WITHIN_MS)
    const [{ headers, body }] = seen('/signed') as [Received]
    const event = JSON.parse(body)
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'message.completed',
      created_date: expect.stringMatching(/Z$/),
      agent_id: agent.id,
      conversation_id: conversation.id,
      data: { message: JSON.parse(JSON.stringify(reply)) },
    })
    const secret = webhook.secret as string
    expect(headers['x-service-signature']).toBe(createHmac('sha256', secret).update(body).digest('hex'))
    expect(headers['webhook-id']).toBe(event.id)
    expect(headers['x-service-delivery']).toMatch(/^dlv_/)
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = createHmac('sha256', key).update(`${event.id}.${headers['webhook-timestamp']}.${body}`)
    expect(headers['webhook-signature']).toBe(`v1,${signed.digest('base64')}`)
  })

  test('fires created for both messages, completed for the reply, in order', async () => {
    const { say } = await agentWithWebhook('/order', ['message.created', 'message.completed'])
    for (let i = 0; i < 5; i++) await say(`message ${i}`)
    await vi.waitFor(() => expect(seen('/order')).toHaveLength(15), WITHIN_MS)
    const types = seen('/order').map(({ body }) => {
      const { type, data } = JSON.parse(body)
      return `${type} ${data.message.role}`
    })
    const turn = ['message.created user', 'message.created assistant', 'message.completed assistant']
    expect(types).toEqual(Array(5).fill(turn).flat())
  })

  test('that fails is retried by the list, counted once, and forgiven by the next success', {
    tags: 'slow',
  }, async () => {
    answers.set('/flaky', 500)
    const { say, client, at } = await agentWithWebhook('/flaky')
    await say('hello')
    await vi.waitFor(async () => {
      const { items } = await client.deliveries.list(at)
      expect(items[0]?.status).toBe('failed')
    }, WITHIN_MS)
    expect(seen('/flaky')).toHaveLength(3)
    const webhook = await client.webhooks.read(at)
    expect(webhook).toMatchObject({ consecutive_failures: 1, disabled_at: null })
    expect(webhook.last_error).toMatchObject({
      status_code: 500,
      response_body: 'the endpoint says so',
      error_type: null,
      attempted_at: expect.any(String),
    })
    answers.set('/flaky', 204)
    await say('again')
    await vi.waitFor(async () => {
      expect(await client.webhooks.read(at)).toMatchObject({ consecutive_failures: 0, last_error: null })
    }, WITHIN_MS)
  })

  test('the 20th failure in a row turns the webhook off, and nothing more is sent', {
    tags: 'slow',
  }, async () => {
    answers.set('/dead', 500)
    const { say, client, at, agent } = await agentWithWebhook('/dead')
    for (let i = 0; i < 20; i++) await say(`message ${i}`)
    await vi.waitFor(async () => {
      expect((await client.webhooks.read(at)).disabled_at).not.toBeNull()
    }, WITHIN_MS)
    const off = await client.webhooks.read(at)
    expect(off.consecutive_failures).toBe(20)
    const { items } = await client.audit.list({ action: 'webhooks.turn_off', app_id: agent.id })
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ actor_id: null, target_id: at.webhook_id })
    expect(app.atrium.events.announced).toContainEqual({
      event: 'webhook.turned_off',
      payload: { webhook_id: at.webhook_id, app_id: agent.id, workspace_id: owner.workspace_id },
    })
    const before = seen('/dead').length
    await say('nobody is notified of this')
    answers.set('/dead', 200)
    const on = await client.webhooks.update(at, { enabled: true })
    expect(on).toMatchObject({ consecutive_failures: 0, disabled_at: null, last_error: off.last_error })
    await say('but of this')
    await vi.waitFor(() => expect(seen('/dead').length).toBeGreaterThan(before), WITHIN_MS)
    expect(JSON.parse(seen('/dead').at(-1)?.body ?? '').data.message.role).toBe('assistant')
    expect(seen('/dead').length).toBe(before + 1)
  })
})
