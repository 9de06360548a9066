/** A served Atrium and a bare Fastify on the same database, and load on both in turn. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import autocannon, { type LoadOptions } from 'autocannon'
import pg from 'pg'
import { endPostmaster, type NodeProcess, spawnNode } from '../server/processes/node-process.ts'
import { processesIn } from '../server/src/platform/database/living-process.ts'
import type { Connection } from '../server/src/platform/database/postmaster.ts'
import { SOCKET_PORT, socketFolderFor } from '../server/src/platform/database/socket-folder.ts'
import { processorMicros } from './processor-time.ts'

export interface Contest {
  atrium: NodeProcess
  token: string
  bare: { address: string; pid: number }
  dataDir: string
  /** The database of both, and how to reach it. */
  database: pg.Client
  connection: Connection
}

/** Everything is gone again when the work is done. */
export async function withContest(
  flags: readonly string[],
  work: (contest: Contest) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const nodeFlags = process.env.BENCH_PROFILE
    ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`]
    : []
  const atrium = spawnNode({
    settings: { DATA_DIR: dataDir, RATE_LIMITS: 'off', QUOTAS: 'off', ...settings },
    flags,
    nodeFlags,
  })
  const connection = {
    host: socketFolderFor(dataDir).path,
    port: SOCKET_PORT,
    user: 'atrium',
    database: 'atrium',
  }
  const database = new pg.Client(connection)
  let bare: BareServer | null = null
  try {
    await atrium.waitReady()
    bare = await startBare(BARE_SERVER, JSON.stringify(connection))
    await database.connect()
    await work({ atrium, token: atrium.token ?? '', bare, dataDir, database, connection })
  } finally {
    await database.end()
    await bare?.stop()
    await atrium.stop()
    await endPostmaster(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

export interface Duel {
  title: string
  /** Our share of the bare server's requests per second that we want to reach. */
  target?: number
  atrium: Load
  bare: Load
  /** Before each round, not measured. */
  prepare?: () => Promise<void>
}

export type Load = Pick<LoadOptions, 'url' | 'headers' | 'requests'>

/** Loads one after the other, again and again, so that whatever else the machine does meets both alike. */
export async function duel(contest: Contest, parts: Duel): Promise<void> {
  const { title, target, prepare = async () => {} } = parts
  const sides = [
    { name: 'bare', load: parts.bare, pid: contest.bare.pid, rounds: [] as Round[] },
    { name: 'Atrium', load: parts.atrium, pid: contest.atrium.pid, rounds: [] as Round[] },
  ] as const
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { load, pid, rounds } of sides) {
      await prepare()
      const result = await measured(load, pid, contest.dataDir)
      if (round > 0) rounds.push(result) // the first one warms up
    }
  }

  console.log(`\n${title} (${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s)`)
  for (const { name, rounds } of sides) {
    const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]))
    const rate = Math.round(of('rate')).toLocaleString('en').padStart(8)
    const cpu = `${Math.round(of('serverMicros'))} µs + ${Math.round(of('postgresMicros'))} µs of PostgreSQL`
    console.log(`  ${name.padEnd(7)}${rate} requests/s   p99 ${of('p99')} ms   processor ${cpu} a request`)
  }
  const [bare, atrium] = sides.map(({ rounds }) => median(rounds.map(({ rate }) => rate)))
  const ratio = ((atrium ?? 0) / (bare ?? 1)).toFixed(2)
  console.log(`  ratio  ${ratio.padStart(8)}${target === undefined ? '' : `   target ${target}`}`)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return (low + high) / 2
}

const CONNECTIONS = 32
const ROUNDS = 7
const SECONDS = 4
const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url))

interface Round {
  /** Requests per second. */
  rate: number
  p99: number
  /** Processor time for one request, which other work on the machine changes less than the rest. */
  serverMicros: number
  postgresMicros: number
}

async function measured(load: Load, pid: number, dataDir: string): Promise<Round> {
  // Connections come and go in the meantime.
  const ofPostgres = () => processorMicros(processesIn(join(dataDir, 'postgres')))
  const before = [processorMicros([pid]), ofPostgres()] as const
  const result = await autocannon({ ...load, connections: CONNECTIONS, duration: SECONDS })
  const { requests, latency, errors, non2xx } = result
  if (errors + non2xx > 0) {
    throw new Error(`${load.url}: ${errors} errors, ${non2xx} answers other than success`)
  }
  return {
    rate: requests.average,
    p99: latency.p99,
    serverMicros: (processorMicros([pid]) - before[0]) / requests.total,
    postgresMicros: (ofPostgres() - before[1]) / requests.total,
  }
}

export interface BareServer {
  address: string
  pid: number
  stop(): Promise<void>
}

/** A server to be held against: a script that prints its address when it listens. */
export async function startBare(script: string, argument: string): Promise<BareServer> {
  const child = spawn(process.execPath, [script, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [address] = await once(createInterface(child.stdout), 'line')
  return {
    address: String(address),
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
