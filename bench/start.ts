/** How soon it answers, and what it takes of the memory at rest. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  endPostmaster,
  findPostmaster,
  type NodeProcess,
  spawnNode,
} from '../server/processes/node-process.ts'
import { until } from '../server/processes/until.ts'
import { processesIn } from '../server/src/platform/database/living-process.ts'
import { median } from './harness.ts'

export async function start(): Promise<void> {
  const first: number[] = []
  const later: number[] = []
  let memory = ''
  for (let run = 1; run <= RUNS; run++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
    try {
      for (const times of [first, later]) {
        const { node, ms } = await timedStart(dataDir)
        times.push(ms)
        if (run === RUNS && times === later) memory = await memoryAtRest(node, dataDir)
        await node.stop()
      }
    } finally {
      await endPostmaster(dataDir)
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  console.log(`\nstart: from the command to /readyz (medians of ${RUNS} runs)`)
  console.log(`  empty folder  ${seconds(first)}   target 4 s`)
  console.log(`  again         ${seconds(later)}   target 1.2 s`)
  console.log(`  memory ${REST_SECONDS} s later, server and PostgreSQL: ${memory}   target 300 MB`)
}

const RUNS = 5
const REST_SECONDS = 15

async function timedStart(dataDir: string): Promise<{ node: NodeProcess; ms: number }> {
  const port = await freePort()
  const begin = performance.now()
  const node = spawnNode({ settings: { DATA_DIR: dataDir, PORT: String(port) } })
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  try {
    // A server that ends instead says why.
    await Promise.race([until('ready', isReady, 60_000), node.ended.then(node.waitReady)])
  } catch (error) {
    await node.kill('SIGKILL')
    throw error
  }
  return { node, ms: performance.now() - begin }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** PSS shares out the memory that processes have in common; the sum of RSS counts it for each of them. */
async function memoryAtRest(node: NodeProcess, dataDir: string): Promise<string> {
  await wait(REST_SECONDS * 1000)
  const postgres = processesIn(join(dataDir, 'postgres'))
  if (findPostmaster(dataDir) === null || postgres.length === 0) throw new Error('PostgreSQL does not run')
  const sums = { Pss: 0, Rss: 0 }
  for (const pid of [node.pid, ...postgres]) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
    for (const kind of ['Pss', 'Rss'] as const) {
      sums[kind] += Number(new RegExp(`^${kind}: +(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024
    }
  }
  return `PSS ${Math.round(sums.Pss)} MB, RSS ${Math.round(sums.Rss)} MB`
}

function seconds(times: readonly number[]): string {
  return `${(median(times) / 1000).toFixed(2)} s`
}
