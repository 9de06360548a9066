/** A single node with its own PostgreSQL is killed while it works; the next one does not wait for the dead. */
import type { ServerResponse } from 'node:http'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { socketFolderFor } from '../src/platform/database/socket-folder.ts'
import { receiveHttp } from '../test/receivers.ts'
import { clientOf } from './node-process.ts'
import { startTestNode, testDataDir } from './test-nodes.ts'
import { until } from './until.ts'

test('after kill -9 deliveries, jobs and scans go on without waiting for the dead node', async () => {
  const endpoint = await heldEndpoint()
  const data_dir = await testDataDir()
  const settings = {
    DATA_DIR: data_dir,
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
  await holdSource(data_dir)
  await client.scans.run({ app_id })
  await until(
    'a delivery, a job and a scan to be under way',
    async () =>
      endpoint.count('/hook') > 0 &&
      endpoint.count('/v1') > 0 &&
      (await client.scans.read({ app_id })).status === 'scanning',
  )
  await first.kill('SIGKILL')
  await holdForAnHour(data_dir)
  endpoint.answerAtOnce()

  const before = { hook: endpoint.count('/hook'), model: endpoint.count('/v1') }
  const next = clientOf(await startTestNode({ settings }), token)
  await until(
    'all again',
    async () =>
      endpoint.count('/hook') > before.hook &&
      endpoint.count('/v1') > before.model &&
      (await next.scans.read({ app_id })).status === 'up_to_date',
  )
})

/** What the dead node held for 30 to 60 s, so that nothing goes on because that time is over. */
async function holdForAnHour(dataDir: string): Promise<void> {
  const client = await connect(dataDir)
  for (const held of [
    `webhook_lanes set lease_until = now() + interval '1 hour' where claim_id is not null`,
    `security_scans set leased_until = now() + interval '1 hour' where status = 'scanning'`,
    `pgboss.job set heartbeat_on = now() + interval '1 hour' where state = 'active'`,
  ])
    expect((await client.query(`update ${held}`)).rowCount, held).toBeGreaterThan(0)
  await client.end()
}

/** Nobody reads the code of apps as long as this database runs, so a scan goes no further. */
async function holdSource(dataDir: string): Promise<void> {
  const client = await connect(dataDir)
  await client.query('begin; lock table app_source_files in access exclusive mode')
}

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ host: socketFolderFor(dataDir).path, user: 'atrium', database: 'atrium' })
  client.on('error', () => {}) // it ends with the database
  await client.connect()
  return client
}

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
