/** What goes wrong on our own side: clocks, keys, the database, news that do not come, requests that come twice. */
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { cloneTemplate } from '../../../../test/template.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import { databaseGate } from '../../../platform/database/test/database-gate.ts'
import { createLog } from '../../../platform/log.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { sealSecret } from '../sealed-secret.ts'
import { type WebhookScene, webhookScene } from '../test/webhook-scene.ts'

const RETRY_SECONDS = 0.5
const WITHIN_MS = 45_000
/** What a machine that stands still may add. */
const STANDSTILL_MS = 5_000

const log = collectedLog('error')
const scene = useStarted(() => webhookScene({ webhook_retry_seconds: [RETRY_SECONDS] }, { log }))

const arrives = (path: string, times: number, where: WebhookScene = scene) =>
  vi.waitFor(() => expect(where.arrived(path)).toHaveLength(times), WITHIN_MS)

test('an event of which no news came is found by looking, within a second or so', {
  tags: 'slow',
}, async () => {
  const { at } = await scene.webhook(scene.url('/unanswered'))
  await scene.app.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'atrium notifications'`
  const stored = performance.now()
  await scene.happen(at, 'message.created')
  await arrives('/unanswered', 1)
  const [arrival] = scene.arrived('/unanswered')
  expect((arrival?.at ?? Number.POSITIVE_INFINITY) - stored).toBeLessThan(1_200 + STANDSTILL_MS)
})

describe('the clock of a node', () => {
  let moved = 0
  afterEach(() => scene.app.clock.move(-moved))

  test.each([
    ['ahead', 300],
    ['behind', -300],
  ])(
    'five minutes %s neither hurries nor delays a delivery or its retry',
    { tags: 'slow' },
    async (name, seconds) => {
      moved = seconds
      scene.app.clock.move(seconds)
      const path = `/${name}`
      const { at } = await scene.webhook(scene.url(path))
      scene.answer(path, (times) => (times === 1 ? 500 : 200))
      const stored = performance.now()
      await scene.happen(at, 'message.created')
      await arrives(path, 2)
      const [first = 0, retry = 0] = scene.arrived(path).map((one) => one.at)
      expect(first - stored).toBeLessThan(STANDSTILL_MS)
      expect(retry - first).toBeGreaterThan(RETRY_SECONDS * 0.8 * 1000 - 20)
      expect(retry - first).toBeLessThan(RETRY_SECONDS * 1000 + STANDSTILL_MS)
    },
  )
})

describe('a secret that no key of ours opens', () => {
  test('keeps its webhook from being sent anything, counts nothing, and is reported; others do not notice', {
    tags: 'slow',
  }, async () => {
    const broken = await scene.webhook(scene.url('/sealed'))
    const healthy = await scene.webhook(scene.url('/open'))
    const { db } = scene.app.atrium
    const { webhook_id } = broken.at
    const { rows } = await sql<{
      secret: string
    }>`select secret from webhooks where id = ${webhook_id}`.execute(db)
    const elsewhere = sealSecret(createSecrets('a key of another server'), webhook_id, broken.secret)
    const seal = (secret: string | undefined) =>
      sql`update webhooks set secret = ${secret} where id = ${webhook_id}`.execute(db)
    await seal(elsewhere)
    await scene.happen(broken.at, 'message.created')
    await scene.happen(healthy.at, 'message.created')

    await arrives('/open', 1)
    const reported = expect.objectContaining({ webhook_id, err: expect.anything() })
    await vi.waitFor(() => expect(log.lines).toContainEqual(reported), WITHIN_MS)
    expect(log.text()).toContain('add the old key back to the list')
    expect(log.text()).not.toContain(broken.secret)
    expect(await scene.client.webhooks.read(broken.at)).toMatchObject({
      consecutive_failures: 0,
      last_error: null,
      last_trigger_time: null,
    })
    expect((await scene.client.deliveries.list(broken.at)).items).toMatchObject([
      { status: 'pending', attempts: [] },
    ])
    expect(scene.arrived('/sealed')).toEqual([])

    // With the right key the delivery that waited goes out, signed.
    await seal(rows[0]?.secret)
    await sql`update webhook_lanes set next_at = now() where webhook_id = ${webhook_id}`.execute(db)
    await arrives('/sealed', 1)
    expect(scene.arrived('/sealed')[0]?.headers).toHaveProperty('x-service-signature')
  })
})

test('a message that is sent ten times at once with one key makes each of its events once', async () => {
  const { id: agent_id } = await scene.client.agents.create({ name: 'Support', instructions: 'Be brief.' })
  const events = ['message.created' as const, 'message.completed' as const]
  await scene.client.webhooks.create({ agent_id }, { target_url: scene.url('/once'), events })
  const { id: conversation_id } = await scene.client.conversations.open({ agent_id }, {})
  const at = { agent_id, conversation_id }
  const send = () => scene.client.messages.send(at, { content: 'Hello' }, { idempotency_key: 'key:1' })
  await Promise.allSettled(Array.from({ length: 10 }, send))
  await send()
  await arrives('/once', 3)
  await scene.client.messages.send(at, { content: 'The next one' })
  await arrives('/once', 6)
  const ids = scene.arrived('/once').map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(6)
})

test('while the database is away the engine asks seldom, and goes on by itself when it is back', {
  tags: 'slow',
}, async () => {
  const clone = await cloneTemplate()
  const gate = await databaseGate(clone.url)
  const gateLog = collectedLog('warn')
  const behind = await webhookScene({ database_url: gate.url }, { log: gateLog })
  const own = openDatabase({ connection: clone.url, maxConnections: 1, log: createLog('silent') })
  try {
    const { at } = await behind.webhook(behind.url('/later'))
    const complaints = (): number[] =>
      gateLog.lines
        .filter(({ msg }) => msg === 'the webhook deliveries to send cannot be read')
        .map(({ time }) => Date.parse(time))
    await gate.shut()
    await vi.waitFor(() => expect(complaints().length).toBeGreaterThanOrEqual(2), WITHIN_MS)
    await behind.happen(at, 'message.created', own.db)
    await vi.waitFor(() => expect(complaints().length).toBeGreaterThanOrEqual(4), WITHIN_MS)
    // It looks for two kinds of work, each two seconds after it could not: of any three times two are of one kind.
    const times = complaints()
    for (const [n, time] of times.slice(2).entries())
      expect(time - (times[n] ?? 0)).toBeGreaterThanOrEqual(1_990)
    expect(behind.arrived('/later')).toEqual([])

    await gate.open()
    await arrives('/later', 1, behind)
  } finally {
    await behind.close()
    await own.close()
    await gate.shut()
    await clone.drop()
  }
})
