/** Runs of a small workflow per second, each started by a request, against DBOS Transact on the same PostgreSQL. */
import { execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@atrium/sdk'
import autocannon from 'autocannon'
import pg from 'pg'
import { until } from '../server/processes/until.ts'
import { processesIn } from '../server/src/platform/database/living-process.ts'
import type { Connection } from '../server/src/platform/database/postmaster.ts'
import { median, withContest } from './harness.ts'
import { processorMicros } from './processor-time.ts'
import type { SinkReport, SinkStart } from './webhooks-sink.ts'

const PEER = '@dbos-inc/dbos-sdk@5.3.0'
const RUNS = 2_000
const ROUNDS = 2
const CONNECTIONS = 64
const INPUT = { name: 'Ada', price: 7, count: 6 }

interface Side {
  name: string
  url: string
  pid: number
  rates: number[]
  micros: number[]
  postgresMicros: number[]
}

export async function workflows(): Promise<void> {
  const sink = await startSink()
  const peerFolder = await installPeer()
  await withContest(
    [],
    async ({ atrium, token, database, connection, dataDir }) => {
      const client = createClient({ baseUrl: atrium.address, token })
      const { id: app_id } = await client.apps.create({ name: 'Bench' })
      const { webhook_url } = await client.workflows.create(
        { app_id },
        { name: 'Greet', trigger: { type: 'webhook' }, definition: greet(sink.url) },
      )
      await database.query('create database peer')
      const peer = await startPeer(peerFolder, connection, sink.url)
      const peerDatabase = new pg.Client({ ...connection, database: 'peer' })
      await peerDatabase.connect()
      const counts = {
        'DBOS Transact': () =>
          count(peerDatabase, `select count(*) from dbos.workflow_status where status = 'SUCCESS'`),
        Atrium: () => count(database, `select count(*) from workflow_runs where status = 'completed'`),
      }
      const side = (name: keyof typeof counts, url: string, pid: number) => ({
        ...{ name, url, pid, rates: [], micros: [], postgresMicros: [] },
      })
      const sides: (Side & { name: keyof typeof counts })[] = [
        side('DBOS Transact', peer.address, peer.pid),
        side('Atrium', webhook_url ?? '', atrium.pid),
      ]
      try {
        for (let round = 0; round <= ROUNDS; round++) {
          for (const one of sides) await runRound(one, { round, dataDir, count: counts[one.name], sink })
        }
      } finally {
        await peerDatabase.end()
        peer.stop()
      }
      report(sides)
    },
    { OUTBOUND_ALLOW: '127.0.0.0/8' },
  )
  sink.stop()
  await rm(peerFolder, { recursive: true, force: true })
}

function greet(endpoint: string) {
  return {
    do: [
      { total: { set: { name: '${ .name }', total: '${ $input.price * $input.count }' } } },
      { text: { set: { total: '${ .total }', text: '${ `${$input.name}: ${$input.total}` }' } } },
      { post: { call: 'http' as const, with: { method: 'post', endpoint, body: '${ . }' } } },
    ],
  }
}

/** From the first request until the last run has ended. */
async function runRound(
  side: Side,
  options: { round: number; dataDir: string; count(): Promise<number>; sink: Sink },
): Promise<void> {
  const { round, dataDir, count, sink } = options
  const ofPostgres = () => processorMicros(processesIn(join(dataDir, 'postgres')))
  const [before, received] = [await count(), (await sink.report()).count]
  const micros = [processorMicros([side.pid]), ofPostgres()] as const
  const begun = performance.now()
  const { errors, non2xx } = await autocannon({
    url: side.url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(INPUT),
    connections: CONNECTIONS,
    amount: RUNS,
  })
  if (errors + non2xx > 0) throw new Error(`${side.name}: ${errors} errors, ${non2xx} refusals`)
  await until(`all runs of ${side.name} have ended`, async () => (await count()) === before + RUNS, 120_000)
  const seconds = (performance.now() - begun) / 1_000
  const posted = (await sink.report()).count - received
  if (posted < RUNS) throw new Error(`${side.name}: ${posted} posts of ${RUNS} runs`)
  if (round === 0) return // it warms up
  side.rates.push(RUNS / seconds)
  side.micros.push((processorMicros([side.pid]) - micros[0]) / RUNS)
  side.postgresMicros.push((ofPostgres() - micros[1]) / RUNS)
}

function report(sides: readonly Side[]): void {
  console.log(
    `\nworkflows: runs that set two fields and post, started by a request each (${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${RUNS})`,
  )
  for (const { name, rates, micros, postgresMicros } of sides) {
    const rate = Math.round(median(rates)).toLocaleString('en').padStart(8)
    const cpu = `${Math.round(median(micros))} µs + ${Math.round(median(postgresMicros))} µs of PostgreSQL`
    console.log(`  ${name.padEnd(14)}${rate} runs/s   processor ${cpu} a run`)
  }
  const [peer = 1, atrium = 0] = sides.map(({ rates }) => median(rates))
  console.log(`  ratio ${(atrium / peer).toFixed(2)}   target 3   and 600 runs/s`)
}

async function count(database: pg.Client, text: string): Promise<number> {
  const { rows } = await database.query(text)
  return Number(rows[0].count)
}

/** Not among our own dependencies: it is only here to be held against. */
async function installPeer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-peer-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', PEER], { cwd: folder })
  await copyFile(fileURLToPath(new URL('workflows-peer.js', import.meta.url)), join(folder, 'server.js'))
  return folder
}

async function startPeer(folder: string, { host, port, user }: Connection, sink: string) {
  const url = `postgresql://${user}@localhost:${port}/peer?host=${encodeURIComponent(host)}`
  const child = spawn(process.execPath, [join(folder, 'server.js'), url, sink], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: folder,
  })
  const lines = createInterface(child.stdout)
  for await (const line of lines) {
    if (line.startsWith('http://')) {
      return { address: line, pid: child.pid ?? 0, stop: () => child.kill('SIGKILL') }
    }
  }
  throw new Error('The peer did not start')
}

interface Sink {
  url: string
  report(): Promise<SinkReport>
  stop(): void
}

async function startSink(): Promise<Sink> {
  const child = fork(fileURLToPath(new URL('webhooks-sink.ts', import.meta.url)), ['1'])
  const [{ ports }] = (await once(child, 'message')) as [SinkStart]
  return {
    url: `http://127.0.0.1:${ports[0]}/`,
    async report() {
      child.send('report')
      return (await once(child, 'message'))[0]
    },
    stop: () => child.kill('SIGKILL'),
  }
}
