/** One change reaches 10,000 listeners, each another user of the app, all bound by a row rule and a field rule. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { clientOf, endPostmaster, type NodeProcess, spawnNode } from '../server/processes/node-process.ts'
import { processesIn } from '../server/src/platform/database/living-process.ts'
import { SOCKET_PORT, socketFolderFor } from '../server/src/platform/database/socket-folder.ts'
import { hashSecret } from '../server/src/platform/secrets.ts'
import { median } from './harness.ts'
import { processorMicros } from './processor-time.ts'
import type { ListenersReport, ListenersStart } from './realtime-listeners.ts'

const LISTENERS = 10_000
const PROCESSES = 2
const ROUNDS = 20
const REST_MS = 5_000

export async function realtime(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const limits = `sockets_per_app=${LISTENERS},sockets_per_address=${LISTENERS}`
  const nodeFlags = process.env.BENCH_PROFILE
    ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`]
    : []
  const settings = { DATA_DIR: dataDir, RATE_LIMITS: 'off', REALTIME_LIMITS: limits }
  const node = spawnNode({ settings, nodeFlags })
  const crowds: Crowd[] = []
  try {
    await node.waitReady()
    await measure(node, dataDir, crowds)
  } finally {
    for (const { end } of crowds) end()
    await node.stop()
    await endPostmaster(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measure(node: NodeProcess, dataDir: string, crowds: Crowd[]): Promise<void> {
  const client = clientOf(node, node.token ?? '')
  const { id: app_id } = await client.apps.create({ name: 'Listened to' })
  await client.apps.update({ app_id }, { public_settings: 'public_with_login' })
  await client.schemas.set({ app_id, name: 'Task' }, SCHEMA)
  const of = { app_id, entity_name: 'Task' }
  const record = await client.records.create(of, { title: 'before', status: 'open', cost: 7 })
  const update = (title: string) => client.records.update({ ...of, entity_id: record.id }, { title })
  for (let warm = 0; warm < 50; warm++) await update(`warm ${warm}`)
  const alone = await timed(ROUNDS, (round) => update(`alone ${round}`))
  const tokens = await makeUsers(dataDir, app_id)
  await wait(REST_MS)
  const emptyMemory = residentMegabytes(node.pid)

  const begin = performance.now()
  const share = LISTENERS / PROCESSES
  for (let at = 0; at < PROCESSES; at++) crowds.push(await gather())
  const start = { port: Number(new URL(node.address).port), app_id, room: `entities:${app_id}:Task` }
  await Promise.all(
    crowds.map(({ ask }, at) => ask({ ...start, tokens: tokens.slice(at * share, (at + 1) * share) })),
  )
  const connectSeconds = (performance.now() - begin) / 1000
  await wait(REST_MS)
  const fullMemory = residentMegabytes(node.pid)

  const rounds: Round[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const result = await publishToAll(node, dataDir, crowds, `round ${round}.`, update)
    if (round > 0) rounds.push(result) // the first one warms up
  }
  const over = (pick: (round: Round) => number) => median(rounds.map(pick))
  const ms = (value: number) => `${value.toFixed(1)} ms`
  console.log(`\nrealtime: one update of a record to ${LISTENERS.toLocaleString('en')} listeners on one node`)
  console.log(`  each another user, with a row rule and a field rule (medians of ${ROUNDS} rounds)`)
  console.log(`  connected and joined in ${connectSeconds.toFixed(1)} s`)
  console.log(
    `  heard by half ${ms(over((r) => r.half))}   by 99 % ${ms(over((r) => r.most))}   by all ${ms(over((r) => r.all))}   after the update was sent`,
  )
  console.log(
    `  the update itself, answered ${ms(over((r) => r.answered))}   with nobody listening ${ms(alone)}`,
  )
  console.log(
    `  processor ${ms(over((r) => r.serverMs))} of the server a round (${((over((r) => r.serverMs) * 1000) / LISTENERS).toFixed(1)} µs a listener), ${ms(over((r) => r.postgresMs))} of PostgreSQL`,
  )
  const each = ((fullMemory - emptyMemory) * 1024) / LISTENERS
  console.log(
    `  memory (RSS) of the server ${emptyMemory} MB before, ${fullMemory} MB with all of them (${each.toFixed(1)} KB each), ${residentMegabytes(node.pid)} MB after the rounds`,
  )
}

const SCHEMA = {
  properties: {
    title: { type: 'string' },
    status: { type: 'string' },
    cost: { type: 'number', rls: { read: { created_by_id: '{{user.id}}' } } },
  },
  rls: { read: { $or: [{ 'data.status': 'open' }, { created_by_id: '{{user.id}}' }] } },
}

interface Round {
  answered: number
  half: number
  most: number
  all: number
  serverMs: number
  postgresMs: number
}

async function publishToAll(
  node: NodeProcess,
  dataDir: string,
  crowds: readonly Crowd[],
  round: string,
  update: (title: string) => Promise<unknown>,
): Promise<Round> {
  await Promise.all(crowds.map(({ ask }) => ask({ round })))
  const postgres = processesIn(join(dataDir, 'postgres'))
  const before = { server: processorMicros([node.pid]), postgres: processorMicros(postgres) }
  const begin = process.hrtime.bigint()
  await update(round)
  const answered = Number(process.hrtime.bigint() - begin) / 1e6
  let heard: string[] = []
  const giveUp = performance.now() + 30_000
  while (heard.length < LISTENERS) {
    if (performance.now() > giveUp) throw new Error(`only ${heard.length} of ${LISTENERS} heard of it`)
    await wait(20)
    heard = (await Promise.all(crowds.map(({ ask }) => ask('report')))).flatMap((report) => report.heard)
  }
  if (heard.length > LISTENERS) throw new Error('some heard of it twice')
  const times = heard.map((time) => Number(BigInt(time) - begin) / 1e6).sort((a, b) => a - b)
  const at = (part: number) => times[Math.ceil(times.length * part) - 1] ?? 0
  return {
    answered,
    half: at(0.5),
    most: at(0.99),
    all: at(1),
    serverMs: (processorMicros([node.pid]) - before.server) / 1000,
    postgresMs: (processorMicros(postgres) - before.postgres) / 1000,
  }
}

interface Crowd {
  ask(what: ListenersStart | { round: string } | 'report'): Promise<ListenersReport>
  end(): void
}

async function gather(): Promise<Crowd> {
  const child = fork(fileURLToPath(new URL('realtime-listeners.ts', import.meta.url)))
  let answer = Promise.withResolvers<ListenersReport>()
  child.on('message', (report: ListenersReport) => answer.resolve(report))
  child.on('exit', () => answer.reject(new Error('the listeners ended')))
  await once(child, 'spawn')
  return {
    ask(what) {
      answer = Promise.withResolvers()
      child.send(what)
      return answer.promise
    },
    end: () => void child.kill('SIGKILL'),
  }
}

/** Users of the app with a session each, straight into the tables; returns their tokens. */
async function makeUsers(dataDir: string, app_id: string): Promise<string[]> {
  const host = socketFolderFor(dataDir).path
  const database = new pg.Client({ host, port: SOCKET_PORT, user: 'atrium', database: 'atrium' })
  await database.connect()
  const tokens = Array.from({ length: LISTENERS }, (_, at) => `ses_bench_${at}_${'x'.repeat(24)}`)
  await database.query(
    `insert into app_users (app_id, user_id, email, verified_date)
     select $1, 'acc_bench_' || at, 'bench' || at || '@example.com', now() from generate_series(0, $2 - 1) at`,
    [app_id, LISTENERS],
  )
  await database.query(
    `insert into credentials (id, kind, app_id, app_user_id, secret_hash, name, expires_at)
     select 'tok_bench_' || (at - 1), 'app_session', $1, 'acc_bench_' || (at - 1), hash, 'bench', now() + interval '1 day'
       from unnest($2::bytea[]) with ordinality as given(hash, at)`,
    [app_id, tokens.map(hashSecret)],
  )
  await database.end()
  return tokens
}

async function timed(rounds: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now()
    await work(round)
    times.push(performance.now() - begin)
  }
  return median(times)
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
}
