/** How fast a browser is gone when its run is cancelled or its test deleted, and what killed workers leave of theirs. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, createClient } from '@atrium/sdk'
import { type NodeProcess, spawnNode } from '../server/processes/node-process.ts'
import { until } from '../server/processes/until.ts'
import { type BrowserProcesses, watchBrowsers } from './browser-processes.ts'
import { type Contest, median, withContest } from './harness.ts'

const RUNS = 50
const KILLS = 50
const TARGET_MS = 1_000
/** From the first process of a browser on: while it starts, loads the page, or is at its step. */
const LONGEST_DELAY_MS = 2_000
const PATIENCE_MS = 10_000

export async function tests(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-browsers-'))
  const work = async (contest: Contest) => {
    const scene = await createScene(contest, folder)
    await measureEnds(scene)
    await measureKills(scene)
  }
  try {
    await withContest([], work, { ROLE: 'api' })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Scene {
  client: Client
  app_id: string
  browsers: BrowserProcesses
  startWorker(): Promise<NodeProcess>
}

/** One node takes the requests; the browsers are on another one, which is the longer way. */
async function createScene({ atrium, token, dataDir, connection }: Contest, folder: string): Promise<Scene> {
  const client = createClient({ baseUrl: atrium.address, token, retries: 0 })
  const { id: app_id } = await client.apps.create({ name: 'Tested' })
  const files = Object.entries(PAGES).map(([path, content]) => ({ path, content }))
  await client.site.publish({ app_id }, { files })
  const database = new URLSearchParams({ host: String(connection.host), port: String(connection.port) })
  const settings = {
    ROLE: 'worker',
    DATABASE_URL: `postgres://${connection.user}@localhost/${connection.database}?${database}`,
    SECRET_KEY: (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim(),
    DATA_DIR: dataDir,
    BASE_URL: atrium.address,
    TMPDIR: folder,
  }
  return {
    client,
    app_id,
    browsers: watchBrowsers(folder),
    async startWorker() {
      const node = spawnNode({ settings })
      await node.waitReady()
      return node
    },
  }
}

/** One that is at rest, one that computes for ever, and one that asks again and again. */
const PAGES: Record<string, string> = {
  'index.html': '<h1>At rest</h1>',
  'busy.html': '<h1>Busy</h1><script>setTimeout(() => { for (;;); }, 500)</script>',
  'dialogs.html': '<h1>Dialogs</h1><script>setInterval(() => confirm("Again?"), 50)</script>',
}

/** A run that would go on for half a minute, with its browser there. */
async function begin({ client, app_id, browsers }: Scene, round: number) {
  const path = Object.keys(PAGES)[round % 3] ?? ''
  const { id: flow_id } = await client.flows.create(
    { app_id },
    {
      ...{ name: `Round ${round}`, goal: 'Stay for a while', start_url: `/${path}` },
      steps: [{ instruction: 'Wait', params: { milliseconds: 30_000 }, timeout_ms: 60_000 }],
    },
  )
  const { id: execution_id } = await client.test_runs.start({ app_id }, { flow_id })
  await until('a browser', () => browsers.look().length > 0)
  const delay = (round * 389) % LONGEST_DELAY_MS
  for (let waited = 0; waited < delay; waited += 100) {
    await wait(Math.min(100, delay - waited))
    browsers.look()
  }
  return { flow_id, execution_id }
}

async function measureEnds(scene: Scene): Promise<void> {
  const { client, app_id, browsers } = scene
  const worker = await scene.startWorker()
  const gone: number[] = []
  const answered: number[] = []
  try {
    for (let round = 0; round < RUNS; round++) {
      const { flow_id, execution_id } = await begin(scene, round)
      const begun = performance.now()
      const request =
        round % 2 === 0
          ? client.test_runs.cancel({ app_id, execution_id })
          : client.flows.delete({ app_id, flow_id })
      const answer = request.then(() => answered.push(performance.now() - begun))
      const left = await browsers.gone(PATIENCE_MS)
      gone.push(left === 0 ? performance.now() - begun : Number.POSITIVE_INFINITY)
      await answer
      const { status } = await client.test_runs.read({ app_id, execution_id })
      if (status !== 'cancelled') throw new Error(`round ${round}: the run is ${status}`)
    }
  } finally {
    await worker.stop()
  }
  console.log(`\ntests: ${RUNS} runs, cancelled or their test deleted at any moment, from another node`)
  console.log(
    `  from the request until no process of the browser is left: ${figures(gone)}   target ${TARGET_MS} ms`,
  )
  console.log(`  from the request until its answer: ${figures(answered)}`)
}

async function measureKills(scene: Scene): Promise<void> {
  const { client, app_id, browsers } = scene
  const gone: number[] = []
  const deleted: Promise<unknown>[] = []
  let left = 0
  for (let round = 0; round < KILLS; round++) {
    const worker = await scene.startWorker()
    try {
      const { flow_id } = await begin(scene, round)
      const begun = performance.now()
      await worker.kill('SIGKILL')
      left += await browsers.gone(PATIENCE_MS)
      gone.push(performance.now() - begun)
      // Nobody holds the run any more, so this takes its time.
      deleted.push(client.flows.delete({ app_id, flow_id }))
    } finally {
      await worker.kill('SIGKILL')
    }
  }
  await Promise.all(deleted)
  console.log(`\ntests: ${KILLS} times kill -9 of the worker while a browser runs`)
  console.log(`  processes of browsers left after ${PATIENCE_MS / 1_000} s: ${left}   target 0`)
  console.log(`  from the kill until none is left: ${figures(gone)}`)
}

function figures(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
  return `median ${Math.round(median(values))} ms, p99 ${Math.round(p99)} ms`
}
