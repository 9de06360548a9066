/** What endpoints do wrong, through the real engine and the real way out. */
import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { type Receiver, receiveHttp, receiveRaw } from '../../../../test/receivers.ts'

interface Sender {
  app: TestApp
  owner: Person
}

/** Waits longer for an answer than a machine stands still. */
let patient: Sender
/** For endpoints that never answer. */
let hasty: Sender
const receivers: Receiver[] = []

async function sender(webhook_timeout_seconds: number): Promise<Sender> {
  const app = await createTestApp({
    role: 'all',
    rate_limits: 'off',
    outbound_allow: ['127.0.0.0/8'],
    webhook_retry_seconds: [0.05],
    webhook_timeout_seconds,
  })
  return { app, owner: await app.make.person('owner') }
}

beforeAll(async () => {
  patient = await sender(5)
  hasty = await sender(0.4)
})
afterAll(async () => {
  for (const { app } of [patient, hasty]) await app.stop()
  for (const receiver of receivers) await receiver.close()
})

const http = async (answer: RequestListener) => keep(await receiveHttp(answer))

function keep(receiver: Receiver): Receiver {
  receivers.push(receiver)
  return receiver
}

/** Sends one message to a new agent whose webhook is at this port; returns how the delivery ended. */
async function deliverTo(port: number, { app, owner }: Sender = patient) {
  const client = app.as(owner)
  const agent = await client.agents.create({ name: 'Support', instructions: 'Be brief.' })
  const webhook = await client.webhooks.create(
    { agent_id: agent.id },
    { target_url: `http://127.0.0.1:${port}/hook`, events: ['message.completed'] },
  )
  const conversation = await client.conversations.open({ agent_id: agent.id }, {})
  await client.messages.send({ agent_id: agent.id, conversation_id: conversation.id }, { content: 'Hello' })
  const at = { agent_id: agent.id, webhook_id: webhook.id }
  const delivery = await vi.waitFor(async () => {
    const [found] = (await client.deliveries.list(at)).items
    expect(found?.status).toMatch(/succeeded|failed/)
    return found
  }, 30_000)
  const { last_error, consecutive_failures } = await client.webhooks.read(at)
  return { status: delivery?.status, attempts: delivery?.attempts.length, last_error, consecutive_failures }
}

const failedWith = (last_error: object, attempts = 2) => ({
  status: 'failed',
  attempts,
  consecutive_failures: 1,
  last_error: expect.objectContaining(last_error),
})

test('a refused connection is a failure without a status, retried and counted once', async () => {
  const gone = await receiveHttp(() => {})
  await gone.close()
  expect(await deliverTo(gone.port)).toEqual(
    failedWith({ status_code: null, error_type: 'connection_refused' }),
  )
})

test('an endpoint that never answers fails by the deadline', { tags: 'slow' }, async () => {
  const { port } = await http(() => {})
  expect(await deliverTo(port, hasty)).toEqual(failedWith({ status_code: null, error_type: 'timeout' }))
})

test('a connection that is reset is a failure', async () => {
  const { port } = await http((request) => void request.socket.resetAndDestroy())
  expect(await deliverTo(port)).toEqual(failedWith({ status_code: null, error_type: 'connection_reset' }))
})

test('headers that never end fail by the deadline', { tags: 'slow' }, async () => {
  const { port } = keep(
    await receiveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('x: y\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    }),
  )
  expect(await deliverTo(port, hasty)).toEqual(failedWith({ status_code: null, error_type: 'timeout' }))
})

test('a success counts from its status, though its body drips on', async () => {
  const { port } = await http((_, response) => void response.writeHead(200).write('.'))
  expect(await deliverTo(port)).toMatchObject({ status: 'succeeded', attempts: 1, consecutive_failures: 0 })
})

test('of a refusal whose body drips on, what came by the deadline is kept', { tags: 'slow' }, async () => {
  const { port } = await http((_, response) => void response.writeHead(500).write('half an ans'))
  expect(await deliverTo(port)).toEqual(failedWith({ status_code: 500, response_body: 'half an ans' }))
})

test('at most 512 bytes of a refusal are kept, whole characters only', async () => {
  const { port } = await http((_, response) => void response.writeHead(500).end(`x${'é'.repeat(4_000)}`))
  const { last_error } = await deliverTo(port)
  expect(last_error?.response_body).toBe(`x${'é'.repeat(255)}`)
})

test.each([301, 302, 303, 307, 308])(
  'a redirect (%d) is a failure, and nobody follows it',
  { tags: 'slow' },
  async (status) => {
    let followed = 0
    const other = await http((_, response) => {
      followed++
      response.end()
    })
    const { port } = await http((_, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${other.port}/` }).end()
    })
    expect(await deliverTo(port)).toEqual(failedWith({ status_code: status }))
    expect(followed).toBe(0)
  },
)

test('410 is not retried, and does not turn the webhook off by itself', async () => {
  const { port } = await http((_, response) => void response.writeHead(410).end())
  expect(await deliverTo(port)).toEqual(failedWith({ status_code: 410 }, 1))
})

test.each([202, 204, 299])('%d is a success', async (status) => {
  const { port } = await http((_, response) => void response.writeHead(status).end())
  expect(await deliverTo(port)).toMatchObject({ status: 'succeeded', attempts: 1, last_error: null })
})

test('what is no HTTP is an invalid response', async () => {
  const { port } = keep(await receiveRaw((socket) => void socket.end('good morning\r\n\r\n')))
  expect(await deliverTo(port)).toEqual(failedWith({ status_code: null, error_type: 'invalid_response' }))
})

test('junk in Retry-After changes nothing, and the retry succeeds', { tags: 'slow' }, async () => {
  let asked = 0
  const { port } = await http((_, response) => {
    if (++asked === 1) response.writeHead(503, { 'retry-after': 'soon' }).end()
    else response.end()
  })
  expect(await deliverTo(port)).toMatchObject({ status: 'succeeded', attempts: 2, consecutive_failures: 0 })
})
