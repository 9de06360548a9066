/**
 * Two nodes on one database deliver the events of talking clients while nodes are killed and frozen, the database
 * is restarted or cuts connections, and endpoints misbehave; then the whole history is held against the promises.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { openDatabase } from '../src/platform/database/open.ts'
import { createLog } from '../src/platform/log.ts'
import { factories, type Person } from '../test/make.ts'
import { clientOf, type NodeProcess, startNode } from './node-process.ts'
import { until } from './until.ts'
import { type Acknowledged, faultsOf, type Span } from './webhook-checks.ts'
import { readFound } from './webhook-found.ts'
import { type Endpoint, MODES, startEndpoint } from './webhook-sink.ts'

const TIMEOUT_SECONDS = 0.5
const LEASE_MS = TIMEOUT_SECONDS * 4 * 1000
const RETRY_SECONDS = [0.2, 0.4, 0.8]
const AGENTS = 2
const WEBHOOKS_EACH = 3
const TALKERS_EACH = 4
const MESSAGES_A_ROUND = 3
const DRAIN_MS = 60_000

export interface HistoryReport {
  wrong: string[]
  rounds: number
  strikes: ReadonlyMap<Strike, number>
  messages: number
  deliveries: number
  attempts: { counted: number; stale: number }
  turnOffs: number
  requests: number
}

type Strike = 'kill' | 'freeze' | 'restart PostgreSQL' | 'cut connections' | 'none'

export async function webhookHistory(options: {
  dataDir: string
  rounds: number
  /** No further round begins after it. */
  ending?: AbortSignal
  onRound?: (round: number) => void
}): Promise<HistoryReport> {
  const { dataDir, rounds, ending, onRound } = options
  const log = createLog('silent')
  const startPostgres = () => startEmbedded({ dataDir, log, durable: 'off' })
  let postgres = await startPostgres()
  const { host, port, user, database } = postgres.connection
  const url = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
  await trackCommitTimes(url)
  await postgres.stop()
  postgres = await startPostgres()

  const settings = {
    DATABASE_URL: url,
    SECRET_KEY: 'a key that only tests use',
    RATE_LIMITS: 'off',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    WEBHOOK_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
    WEBHOOK_RETRY_SECONDS: RETRY_SECONDS.join(','),
  }
  const nodes: NodeProcess[] = []
  const endpoints = await Promise.all(Array.from({ length: AGENTS * WEBHOOKS_EACH }, startEndpoint))
  const own = openDatabase({ connection: url, maxConnections: 2, log })
  const stopTalking = new AbortController()
  const kills: number[] = []
  const thaws: number[] = []
  const strikes = new Map<Strike, number>()
  const acknowledged: Acknowledged[] = []
  let talking: Promise<unknown> = Promise.resolve()
  const anyNode = () => {
    const node = nodes[Math.floor(Math.random() * nodes.length)]
    if (!node) throw new Error('there are nodes')
    return node
  }

  try {
    for (let n = 0; n < 2; n++) nodes.push(await startNode(settings))
    const scene = await setScene()
    talking = Promise.all(scene.conversations.map((one) => talk(one)))
    let done = 0
    for (; done < rounds && !ending?.aborted; done++) {
      for (const { endpoint, webhook } of scene.webhooks) {
        // The first endpoint of all is always well, so that a loss has nowhere to hide.
        if (webhook !== scene.webhooks[0]?.webhook)
          await endpoint.setMode(pick([...MODES, 'ok', 'ok', 'ok', 'ok']))
      }
      const before = acknowledged.length
      const strike = pick<Strike>(['kill', 'freeze', 'restart PostgreSQL', 'cut connections', 'none', 'none'])
      await carryOut(strike)
      strikes.set(strike, (strikes.get(strike) ?? 0) + 1)
      await wait(Math.random() * 800)
      await until('people talk on', async () => acknowledged.length >= before + MESSAGES_A_ROUND, DRAIN_MS)
      await turnOnAgain(scene.webhooks)
      onRound?.(done + 1)
    }

    stopTalking.abort()
    await talking
    for (const { endpoint } of scene.webhooks) await endpoint.setMode('ok')
    const wrong: string[] = []
    await until('nothing is pending', async () => (await pending()) === 0, DRAIN_MS).catch(async () => {
      wrong.push(`${await pending()} deliveries are still pending ${DRAIN_MS / 1000} s after the last fault`)
    })
    for (const node of nodes) {
      const end = await node.stop()
      if (end !== 0) wrong.push(`A node ended with ${end}: ${node.output().slice(-500)}`)
    }
    const found = await readFound(own.pool)
    wrong.push(...endpoints.flatMap(({ forged }) => forged))
    const webhooks = scene.webhooks.map(({ webhook, agent_id, endpoint, turnedOn }) => ({
      id: webhook,
      agent_id,
      arrivals: endpoint.arrivals,
      off: spansOf(found.turnOffs.get(webhook) ?? [], turnedOn),
    }))
    wrong.push(...faultsOf({ acknowledged, webhooks, kills, thaws }, found, RETRY_SECONDS.length + 1))
    const stale = found.attempts.filter(({ outcome }) => outcome === 'stale').length
    return {
      wrong,
      rounds: done,
      strikes,
      messages: acknowledged.length,
      deliveries: found.deliveries.length,
      attempts: { counted: found.attempts.length - stale, stale },
      turnOffs: [...found.turnOffs.values()].flat().length,
      requests: endpoints.reduce((sum, { arrivals }) => sum + arrivals.length, 0),
    }
  } finally {
    stopTalking.abort()
    await talking
    for (const node of nodes) await node.kill('SIGKILL')
    for (const endpoint of endpoints) await endpoint.close()
    await own.close()
    await postgres.stop()
  }

  async function setScene() {
    const make = factories(own.db, { now: () => new Date() })
    const workspace = await make.workspace()
    const owner = await make.person('owner', workspace)
    const webhooks: SceneWebhook[] = []
    const conversations: Conversation[] = []
    for (let a = 0; a < AGENTS; a++) {
      const client = clientOf(anyNode(), owner.token)
      const { id: agent_id } = await client.agents.create({ name: `Agent ${a}`, instructions: 'Be brief.' })
      for (const endpoint of endpoints.slice(a * WEBHOOKS_EACH, (a + 1) * WEBHOOKS_EACH)) {
        const { id, secret } = await client.webhooks.create(
          { agent_id },
          {
            target_url: endpoint.url,
            events: ['message.created', 'message.completed'],
            generate_secret: true,
          },
        )
        endpoint.secret = secret ?? ''
        webhooks.push({ webhook: id, agent_id, endpoint, owner, turnedOn: [] })
      }
      for (let t = 0; t < TALKERS_EACH; t++) {
        const person = await make.person('editor', workspace)
        const { id } = await clientOf(anyNode(), person.token).conversations.open({ agent_id }, {})
        conversations.push({ agent_id, conversation_id: id, person })
      }
    }
    return { webhooks, conversations }
  }

  async function talk({ agent_id, conversation_id, person }: Conversation): Promise<void> {
    for (let n = 1; !stopTalking.signal.aborted; n++) {
      const sent = Date.now()
      try {
        const params = { agent_id, conversation_id }
        const reply = await clientOf(anyNode(), person.token).messages.send(params, { content: `Word ${n}` })
        acknowledged.push({ agent_id, message_id: reply.id, sent, answered: Date.now() })
        await wait(Math.random() * 60)
      } catch {
        await wait(20) // whether it was stored is unknown
      }
    }
  }

  async function carryOut(strike: Strike): Promise<void> {
    const n = Math.floor(Math.random() * nodes.length)
    const node = nodes[n]
    if (!node) return
    if (strike === 'kill') {
      await wait(Math.random() * 300)
      kills.push(Date.now())
      await node.kill('SIGKILL')
      nodes[n] = await startNode(settings)
    }
    if (strike === 'freeze') {
      process.kill(node.pid, 'SIGSTOP')
      await wait(LEASE_MS * (0.5 + Math.random()))
      thaws.push(Date.now()) // before it can do anything
      process.kill(node.pid, 'SIGCONT')
    }
    if (strike === 'restart PostgreSQL') {
      await postgres.stop()
      await wait(Math.random() * 500)
      postgres = await startPostgres()
    }
    if (strike === 'cut connections') {
      await own.pool
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'atrium' and pid <> pg_backend_pid() and random() < 0.5`,
        )
        .catch(() => {})
    }
  }

  async function turnOnAgain(webhooks: readonly SceneWebhook[]): Promise<void> {
    for (const id of await until('the database', readOff)) {
      const found = webhooks.find(({ webhook }) => webhook === id)
      if (!found) continue
      const params = { agent_id: found.agent_id, webhook_id: id }
      await until('the webhook is on', async () => {
        // Not twice: turning on what is on would forget failures.
        if (!(await readOff()).includes(id)) return true
        return clientOf(anyNode(), found.owner.token).webhooks.update(params, { enabled: true })
      })
      found.turnedOn.push(Date.now())
    }
  }

  async function readOff(): Promise<string[]> {
    const { rows } = await own.pool.query('select id from webhooks where disabled_at is not null')
    return rows.map(({ id }) => id)
  }

  async function pending(): Promise<number> {
    const { rows } = await own.pool.query(
      `select (select count(*) from webhook_queue q join webhooks w on w.id = q.webhook_id and w.epoch = q.epoch)
            + (select count(*) from webhook_lanes where claim_id is not null) as count`,
    )
    return rows[0].count
  }
}

interface Conversation {
  agent_id: string
  conversation_id: string
  person: Person
}

interface SceneWebhook {
  webhook: string
  agent_id: string
  endpoint: Endpoint
  owner: Person
  turnedOn: number[]
}

/** So that attempts can be read in the order in which they were committed; needs a restart. */
async function trackCommitTimes(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('alter system set track_commit_timestamp = on')
  await client.end()
}

/** From each turn-off to the next time it was turned on. */
function spansOf(turnOffs: readonly number[], turnedOn: readonly number[]): Span[] {
  return turnOffs.map((from, n) => ({ from, to: turnedOn[n] ?? Number.POSITIVE_INFINITY }))
}

function pick<T>(those: readonly T[]): T {
  return those[Math.floor(Math.random() * those.length)] as T
}
