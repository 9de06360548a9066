/**
 * Two nodes on one database carry out runs with loops, branches, records, waits and calls while nodes are killed and
 * frozen; then what is there is held against the promises: own effects once, calls at least once, no run stuck.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { WorkflowDefinition } from '@atrium/contract/workflow-definition'
import pg from 'pg'
import { startHistoryDatabase } from './history-database.ts'
import { clientOf, type NodeProcess, startNode } from './node-process.ts'
import { until } from './until.ts'

/** Longer than a node may be silent before others take its runs. */
const FREEZE_MS = 12_000
const DRAIN_MS = 90_000
const ITEMS = 8
const AT_ONCE = 12

export interface RunHistoryReport {
  wrong: string[]
  rounds: number
  kills: number
  freezes: number
  runs: number
  steps: number
  records: number
  requests: number
}

export async function workflowHistory(options: {
  dataDir: string
  rounds: number
  /** No further round begins after it. */
  ending?: AbortSignal
  onRound?: (round: number) => void
}): Promise<RunHistoryReport> {
  const { rounds, ending, onRound } = options
  const { url, stop, ...database } = await startHistoryDatabase(options.dataDir)
  const settings = { ...database.settings, OUTBOUND_ALLOW: '127.0.0.0/8' }
  const sink = await startSink()
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {}) // at the end the database goes first
  const nodes: NodeProcess[] = []
  const started = new Set<string>()
  const stopStarting = new AbortController()
  let starting: Promise<unknown> = Promise.resolve()
  let kills = 0
  let freezes = 0
  try {
    const first = await startNode(settings)
    nodes.push(first, await startNode(settings))
    const token = first.token ?? ''
    const api = clientOf(first, token)
    const { id: app_id } = await api.apps.create({ name: 'Shop' })
    await api.schemas.set({ app_id, name: 'Effect' }, {
      properties: { key: { type: 'string' } },
    } as Parameters<typeof api.schemas.set>[1])
    const { id: workflow_id } = await api.workflows.create(
      { app_id },
      { name: 'Fifty steps', trigger: { type: 'manual' }, definition: fiftySteps(sink.url) },
    )
    starting = Promise.all(Array.from({ length: 3 }, keepStarting))
    let done = 0
    for (; done < rounds && !ending?.aborted; done++) {
      await wait(200 + Math.random() * 1_300)
      const at = Math.floor(Math.random() * nodes.length)
      const node = nodes[at]
      if (!node) throw new Error('there are nodes')
      // A freeze that is longer than the others' patience is rarer: it takes long.
      if (Math.random() < 0.15) {
        freezes += 1
        process.kill(node.pid, 'SIGSTOP')
        await wait(FREEZE_MS)
        process.kill(node.pid, 'SIGCONT')
      } else {
        kills += 1
        await node.kill('SIGKILL')
        nodes[at] = await startNode(settings)
      }
      onRound?.(done + 1)
    }
    stopStarting.abort()
    await starting
    const wrong: string[] = []
    await until('all runs have ended', async () => (await unfinished()) === 0, DRAIN_MS).catch(async () => {
      wrong.push(`${await unfinished()} runs have not ended ${DRAIN_MS / 1000} s after the last fault`)
    })
    wrong.push(...(await faultsOf(app_id)))
    const [counts] = await rowsOf<{ runs: number; steps: number; records: number }>(
      `select (select count(*)::int from workflow_runs) as runs,
              (select count(*)::int from workflow_run_steps) as steps,
              (select count(*)::int from records) as records`,
    )
    const { runs = 0, steps = 0, records = 0 } = counts ?? {}
    const requests = [...sink.keys.values()].reduce((sum, count) => sum + count, 0)
    return { wrong, rounds: done, kills, freezes, runs, steps, records, requests }

    async function keepStarting(): Promise<void> {
      while (!stopStarting.signal.aborted) {
        const node = nodes[Math.floor(Math.random() * nodes.length)]
        const hasRoom = (await unfinished().catch(() => AT_ONCE)) < AT_ONCE
        const run = hasRoom && node && clientOf(node, token).workflows.run({ app_id, workflow_id }, {})
        // None when there is enough to do, or when the node is being killed.
        const { run_id } = (await Promise.resolve(run || null).catch(() => null)) ?? {}
        if (run_id) started.add(run_id)
        else await wait(50)
      }
    }
  } finally {
    stopStarting.abort()
    await starting
    for (const node of nodes) await node.kill('SIGKILL')
    await pool.end()
    sink.close()
    await stop()
  }

  async function rowsOf<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await pool.query(text, values)).rows
  }

  async function unfinished(): Promise<number> {
    const [row] = await rowsOf<{ count: number }>(
      `select count(*)::int as count from workflow_runs where completed_at is null`,
    )
    return row?.count ?? 0
  }

  async function faultsOf(appId: string): Promise<string[]> {
    const wrong: string[] = []
    const runs = await rowsOf<{ id: string; status: string; error: unknown }>(
      'select id, status, error from workflow_runs',
    )
    const known = new Set(runs.map(({ id }) => id))
    for (const id of started) if (!known.has(id)) wrong.push(`The run ${id} was answered and is gone`)
    const found = await rowsOf<{ key: string; count: number }>(
      `select data->>'key' as key, count(*)::int as count from records where app_id = $1 group by 1`,
      [appId],
    )
    const records = new Map(found.map(({ key, count }) => [key, count]))
    for (const { id, status, error } of runs) {
      if (status !== 'completed') {
        wrong.push(`The run ${id} is ${status}: ${JSON.stringify(error)}`)
        continue
      }
      for (const effect of effectsOf()) {
        const count = records.get(`${id} ${effect}`) ?? 0
        if (count !== 1) wrong.push(`The effect ${effect} of ${id} is there ${count} times`)
      }
      for (const call of callsOf()) {
        if (!sink.keys.has(`${id}:${call}`)) wrong.push(`The call ${call} of ${id} did not come`)
      }
    }
    const twice = await rowsOf<{ run_id: string; id: string }>(
      `select run_id, id from workflow_run_steps where status = 'completed' group by run_id, id having count(*) > 1`,
    )
    for (const { run_id, id } of twice) wrong.push(`The step ${id} of ${run_id} was finished twice`)
    return wrong
  }
}

/** Three steps for each of eight items, a fork of three branches with three each, and some around them. */
function fiftySteps(endpoint: string): WorkflowDefinition {
  const note = (effect: string) => ({
    call: 'entities.create' as const,
    with: { entity_name: 'Effect', data: { key: `\${ $workflow.id + ' ' + ${effect} }` } },
  })
  const post = { call: 'http' as const, with: { method: 'post', endpoint, body: {} } }
  const branch = (name: string) => ({
    [name]: {
      do: [{ note: note(`'${name}'`) }, { pause: { wait: { milliseconds: 30 } } }, { post }],
    },
  })
  return {
    do: [
      { begin: { set: { items: `\${ Array.from({ length: ${ITEMS} }, (_, i) => i) }` } } },
      {
        each: {
          for: { each: 'n', in: '${ .items }' },
          do: [
            { keep: { set: { items: '${ .items }', last: '${ $n }' } } },
            { note: { ...note("'item ' + $n"), output: { as: '${ $input }' } } },
            { post: { ...post, output: { as: '${ $input }' } } },
          ],
        },
      },
      { pause: { wait: { milliseconds: 100 } } },
      { both: { fork: { branches: [branch('left'), branch('middle'), branch('right')] } } },
      { guarded: { try: [{ post }], catch: { retry: { limit: { attempt: { count: 3 } } } } } },
      { last: note("'last'") },
    ],
  }
}

function effectsOf(): string[] {
  const items = Array.from({ length: ITEMS }, (_, n) => `item ${n}`)
  return [...items, 'left', 'middle', 'right', 'last']
}

function callsOf(): string[] {
  const items = Array.from({ length: ITEMS }, (_, n) => `each[${n}].post`)
  return [...items, ...['left', 'middle', 'right'].map((name) => `both.${name}.post`), 'guarded.post']
}

async function startSink() {
  const keys = new Map<string, number>()
  const server = createServer((request: IncomingMessage, response) => {
    const key = String(request.headers['idempotency-key'])
    keys.set(key, (keys.get(key) ?? 0) + 1)
    request.resume().on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // on purpose: a string only for pipes
  return {
    url: `http://127.0.0.1:${port}/`,
    keys,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
