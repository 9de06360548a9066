/**
 * Two nodes on one database create things for clients that repeat each request with its Idempotency-Key, on any node,
 * until it is answered; again and again a node is killed in the middle of it. Then there is one thing for each key, and
 * all answers of a key are the same.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@atrium/sdk'
import pg from 'pg'
import { chanceBy } from '../test/chance.ts'
import { startHistoryDatabase } from './history-database.ts'
import { clientOf, type NodeProcess, spawnNode } from './node-process.ts'

const CLIENTS = 4
const LONGEST_PAUSE_MS = 40
const CUT_EVERY_MS = 150
const MOST_STARTS = 5
/** One that is within a transaction, which may be just about to commit. */
const CUT = `select pg_terminate_backend(pid) from (
  select pid from pg_stat_activity
   where application_name = 'atrium' and state in ('active', 'idle in transaction') and xact_start is not null
     and datname = current_database() order by random() limit 1) one`

export interface KeyHistoryReport {
  wrong: string[]
  /** A node killed in each. */
  rounds: number
  /** Connections to the database that were cut. */
  cuts: number
  /** Answered keys, by operation. */
  done: Record<string, number>
  /** Requests in all; more than one for a key whose answer was lost or that came too early. */
  requests: number
  replayed: number
  inProgress: number
  /** Requests whose node was killed before it answered. */
  lost: number
}

/** One thing to create: where, with what, and how many there are of it. */
interface Creation {
  operation: string
  path: string
  body: (name: string) => unknown
  /** Names, and how many there are of each. */
  find: string
  /** Where there is only so much room: goes on elsewhere. */
  moveOn?: (creation: Creation) => Promise<unknown>
}

export async function idempotencyHistory(options: {
  dataDir: string
  rounds: number
  seed: number
  /** No further round begins after it. */
  ending?: AbortSignal
  onRound?: (round: number) => void
}): Promise<KeyHistoryReport> {
  const { rounds, seed, ending, onRound } = options
  const draw = chanceBy(seed)
  const { url, settings, stop } = await startHistoryDatabase(options.dataDir)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {}) // at the end the database goes first
  const report: KeyHistoryReport = {
    ...{ wrong: [], rounds: 0, cuts: 0, done: {}, requests: 0, replayed: 0, inProgress: 0, lost: 0 },
  }
  const answered = new Map<string, { creation: Creation; key: string }>()
  const stopping = new AbortController()
  const nodes: NodeProcess[] = []
  let working: Promise<unknown> = Promise.resolve()
  try {
    const first = await startNode(settings)
    nodes.push(first, await startNode(settings))
    const token = first.token ?? ''
    const creations = await creationsFor(() => clientOf(draw.one(nodes), token))
    working = Promise.all(Array.from({ length: CLIENTS }, (_, at) => keepCreating(creations, token, at)))
    for (; report.rounds < rounds && !ending?.aborted; report.rounds++) {
      await wait(draw.below(LONGEST_PAUSE_MS))
      const at = draw.below(nodes.length)
      await nodes[at]?.kill('SIGKILL')
      let isBack = false
      const starting = startNode(settings).finally(() => {
        isBack = true
      })
      // The other one goes on; from time to time a connection of its is cut in the middle of something.
      while (!isBack) {
        await wait(draw.below(CUT_EVERY_MS))
        const { rowCount } = await pool.query(CUT)
        report.cuts += rowCount ?? 0
      }
      nodes[at] = await starting
      onRound?.(report.rounds + 1)
    }
    stopping.abort()
    await working
    report.wrong.push(...(await faultsOf(answered)))
    return report
  } finally {
    stopping.abort()
    await working.catch(() => {})
    for (const node of nodes) await node.kill('SIGKILL')
    await pool.end()
    await stop()
  }

  /** One thing after the other; each until it is answered, and some once more after that. */
  async function keepCreating(creations: readonly Creation[], token: string, client: number): Promise<void> {
    for (let n = 0; !stopping.signal.aborted; n++) {
      const creation = draw.one(creations)
      const name = `${client}-${n}-${seed}`
      const key = `chaos.${name}`
      // A request that may have been carried out is repeated where it was sent, also when others have moved on.
      const sent = { path: creation.path }
      const first = await untilAnswered(creation, { token, name, key, sent })
      // There is room for 500 folders; after that nothing is made.
      if (first === '') continue
      answered.set(name, { creation, key })
      report.done[creation.operation] = (report.done[creation.operation] ?? 0) + 1
      if (draw.percent(30)) {
        const again = await untilAnswered(creation, { token, name, key, sent })
        if (again !== first) report.wrong.push(`${creation.operation} ${key} was answered in two ways`)
      }
    }
  }

  async function untilAnswered(
    creation: Creation,
    { token, name, key, sent }: { token: string; name: string; key: string; sent: { path: string } },
  ): Promise<string> {
    const { operation, body, moveOn } = creation
    for (;;) {
      const node = draw.one(nodes)
      report.requests++
      const answer = await fetch(`${node.address}${sent.path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body(name)),
      })
        .then(async (response) => ({ response, text: await response.text() }))
        .catch(() => null)
      if (!answer) {
        report.lost++
        await wait(20)
        continue
      }
      const { response, text } = answer
      if (response.ok) {
        if (response.headers.has('idempotency-replayed')) report.replayed++
        return text
      }
      if (text.includes('folder_limit_reached')) return ''
      if (text.includes('idempotency_in_progress')) report.inProgress++
      else if (moveOn && text.includes('limit_reached')) {
        if (sent.path === creation.path) await moveOn(creation).catch(() => {})
        sent.path = creation.path
      } else if (response.status < 500) {
        report.wrong.push(`${operation} ${key} was refused: ${response.status} ${text}`)
        return text
      }
      await wait(20)
    }
  }

  async function faultsOf(
    expected: ReadonlyMap<string, { creation: Creation; key: string }>,
  ): Promise<string[]> {
    const wrong: string[] = []
    for (const find of new Set([...expected.values()].map(({ creation }) => creation.find))) {
      const { rows } = await pool.query<{ name: string; count: number }>(find)
      const counts = new Map(rows.map(({ name, count }) => [name, count]))
      for (const [name, { creation, key }] of expected) {
        if (creation.find !== find) continue
        const count = counts.get(name) ?? 0
        if (count !== 1) wrong.push(`${creation.operation} ${key} made ${count}`)
        counts.delete(name)
      }
      // What was made for a client that was never answered, or by nobody.
      for (const [name, count] of counts)
        if (name.endsWith(`-${seed}`) && count > 1) wrong.push(`${name} is there ${count} times`)
    }
    return wrong
  }
}

async function creationsFor(client: () => Client): Promise<Creation[]> {
  const api = client()
  const { id: app_id } = await api.apps.create({ name: 'Shop' })
  const webhooksOf = async () =>
    `/api/agents/${(await client().agents.create({ name: 'Agent' })).id}/webhooks`
  const workflowsOf = async () =>
    `/api/apps/${(await client().apps.create({ name: 'Another' })).id}/workflows`
  await api.schemas.set({ app_id, name: 'Item' }, { properties: { name: { type: 'string' } } })
  const record: Creation = {
    operation: 'records.create',
    path: `/api/apps/${app_id}/entities/Item`,
    body: (name) => ({ name }),
    find: `select data->>'name' as name, count(*)::int as count from records group by 1`,
  }
  const counted = (table: string, column = 'name') =>
    `select ${column} as name, count(*)::int as count from ${table} group by 1`
  return [
    // The one that is meant most, so it is drawn most.
    ...[record, record, record, record],
    { operation: 'apps.create', path: '/api/apps', body: (name) => ({ name }), find: counted('apps') },
    {
      operation: 'tokens.create',
      path: '/api/workspace/access-tokens',
      body: (name) => ({ name, permission: 'read_only' }),
      find: `select name, count(*)::int as count from credentials where kind = 'personal_token' group by 1`,
    },
    {
      operation: 'folders.create',
      path: '/api/app-folders',
      body: (name) => ({ name, scope: 'workspace' }),
      find: counted('folders'),
    },
    {
      operation: 'webhooks.create',
      path: await webhooksOf(),
      body: (description) => ({
        ...{ description, target_url: 'https://example.com/hook', events: ['message.created'] },
        generate_secret: true,
      }),
      find: counted('webhooks', 'description'),
      moveOn: async (creation) => Object.assign(creation, { path: await webhooksOf() }),
    },
    {
      operation: 'workflows.create',
      path: await workflowsOf(),
      body: (name) => ({ name, trigger: { type: 'manual' }, definition: { do: [{ a: { set: { b: 1 } } }] } }),
      find: counted('workflows'),
      moveOn: async (creation) => Object.assign(creation, { path: await workflowsOf() }),
    },
  ]
}

/** Another one where a connection of its was cut while it started. */
async function startNode(settings: Record<string, string>): Promise<NodeProcess> {
  for (let tried = 1; ; tried++) {
    const node = spawnNode({ settings })
    const fault = await node.waitReady().catch((error: unknown) => error)
    if (fault === undefined) return node
    if (tried === MOST_STARTS) throw fault
  }
}
