/** A single node with its own PostgreSQL is killed while it works; the next one does not wait for the dead. */
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { receiveHttp } from '../test/receivers.ts'
import { clientOf } from './node-process.ts'
import { startTestNode, testDataDir } from './test-nodes.ts'
import { until } from './until.ts'

const SOON_MS = 5_000

test('after kill -9 deliveries and jobs go on within 5 s of the start', async () => {
  const endpoint = await heldEndpoint()
  const settings = {
    DATA_DIR: await testDataDir(),
    RATE_LIMITS: 'off',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    // Longer than anything here takes: only what is taken over can arrive a second time.
    WEBHOOK_TIMEOUT_SECONDS: '30',
    WEBHOOK_RETRY_SECONDS: '600',
    LLM_BASE_URL: `${endpoint.url}/v1`,
    LLM_MODEL: 'held',
  }
  const first = await startTestNode({ settings })
  const token = first.token ?? ''
  const client = clientOf(first, token)
  const { id: app_id } = await client.apps.create({ name: 'Shop' })
  await client.schemas.set({ app_id, name: 'Task' }, { properties: { title: { type: 'string' } } })
  await client.app_webhooks.create(
    { app_id },
    { target_url: `${endpoint.url}/hook`, events: ['entity.created'] },
  )
  await client.records.create({ app_id, entity_name: 'Task' }, { title: 'Water the plants' })
  await client.app_agents.configure({ app_id }, [{ name: 'support' }])
  const conversation = await client.app_conversations.create({ app_id }, { agent_name: 'support' })
  const path = { app_id, conversation_id: conversation.id }
  await client.app_messages.send(path, { role: 'user', content: 'Hello' })
  await until(
    'a delivery and a job to be under way',
    () => endpoint.count('/hook') > 0 && endpoint.count('/v1') > 0,
  )
  await first.kill('SIGKILL')
  endpoint.answerAtOnce()

  const before = { hook: endpoint.count('/hook'), model: endpoint.count('/v1') }
  await startTestNode({ settings })
  const ready = performance.now()
  await until(
    'both again',
    () => endpoint.count('/hook') > before.hook && endpoint.count('/v1') > before.model,
  )
  expect(performance.now() - ready).toBeLessThan(SOON_MS)
})

/** Keeps every request waiting until it is to answer at once. */
async function heldEndpoint() {
  const paths: string[] = []
  const held: ServerResponse[] = []
  let isHolding = true
  const receiver = await receiveHttp((request, response) => {
    paths.push(request.url ?? '')
    request.resume()
    if (isHolding) held.push(response)
    else response.end('{}')
  })
  onTestFinished(() => receiver.close())
  return {
    url: `http://127.0.0.1:${receiver.port}`,
    count: (start: string) => paths.filter((path) => path.startsWith(start)).length,
    answerAtOnce() {
      isHolding = false
      for (const response of held) response.destroy()
    },
  }
}
