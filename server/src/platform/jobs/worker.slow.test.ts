import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestPostgres, testPostgres } from '../../../test/postgres.ts'
import { every, job } from './job.ts'
import { heldJob } from './test/held-job.ts'
import { jobNode } from './test/job-node.ts'

type Node = ReturnType<typeof jobNode>

const WITHIN_MS = 30_000

const number = job('test.number', {
  payload: Type.Object({ n: Type.Integer() }),
  retry: [1],
  run: ({ onRun }: { onRun(n: number, signal: AbortSignal): Promise<void> }, { n }, { signal }) =>
    onRun(n, signal),
})

let postgres: TestPostgres
let nodes: Node[]

beforeEach(async () => {
  postgres = await testPostgres()
  nodes = []
})

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await postgres.stop()
})

async function start(prepare: (jobs: Node['jobs']) => void, heartbeatSeconds = 30): Promise<Node> {
  const node = jobNode(postgres.connection, { heartbeatSeconds })
  nodes.push(node)
  prepare(node.jobs)
  await node.jobs.start({ work: true })
  return node
}

const startNumbers = (onRun: (n: number, signal: AbortSignal) => Promise<void>, heartbeatSeconds?: number) =>
  start((jobs) => jobs.register(number, { onRun }), heartbeatSeconds)

async function startSender(): Promise<Node> {
  const node = jobNode(postgres.connection)
  nodes.push(node)
  node.jobs.register(number, { onRun: async () => {} })
  await node.jobs.start({ work: false })
  return node
}

test('a job is run soon after it was sent, also by another node', async () => {
  const sender = await startSender()
  let latencies: number[] = []
  let sentAt = 0
  const worker = await startNumbers(async () => {
    latencies.push(performance.now() - sentAt)
  })
  for (const node of [sender, worker]) {
    latencies = []
    for (let sent = 1; sent <= 5; sent++) {
      sentAt = performance.now()
      await node.jobs.send(node.db, number, { n: 1 })
      await vi.waitFor(() => expect(latencies).toHaveLength(sent), WITHIN_MS)
    }
    // The one in the middle: the machine may stand still during some of them.
    expect(latencies.toSorted((a, b) => a - b)[2]).toBeLessThan(2_000)
  }
})

test('two nodes share the jobs and never run one at once', async () => {
  const sender = await startSender()
  const runsBy: number[][] = [[], []]
  for (const runs of runsBy) {
    await startNumbers(async (n) => {
      runs.push(n)
      await new Promise((resolve) => setTimeout(resolve, 20)) // leaves the other node time to come in
    })
  }
  const all = Array.from({ length: 300 }, (_, n) => n)
  await sender.jobs.sendMany(
    sender.db,
    number,
    all.map((n) => ({ n })),
  )
  await vi.waitFor(
    async () => expect(await sender.jobs.counts()).toMatchObject([{ waiting: 0, active: 0 }]),
    WITHIN_MS,
  )
  expect(runsBy.flat().sort((a, b) => a - b)).toEqual(all)
  for (const runs of runsBy) expect(runs.length).toBeGreaterThan(0)
})

test('a failed try is repeated after its wait', async () => {
  const startedAt: number[] = []
  const node = await startNumbers(async () => {
    startedAt.push(performance.now())
    if (startedAt.length === 1) throw new Error('not yet')
  })
  await node.jobs.send(node.db, number, { n: 1 })
  await vi.waitFor(
    () => expect(node.done.map(({ outcome }) => outcome)).toEqual(['retried', 'completed']),
    WITHIN_MS,
  )
  const [first = 0, second = 0] = startedAt
  expect(second - first).toBeGreaterThan(950)
})

describe('stopping', () => {
  test('waits for the job that runs and takes no other', async () => {
    const ran: number[] = []
    const running = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const node = await startNumbers(async (n) => {
      running.resolve()
      await mayEnd.promise
      ran.push(n)
    })
    await node.jobs.send(node.db, number, { n: 1 })
    await running.promise
    const stopped = node.jobs.stop({ graceSeconds: 20 })
    await node.jobs.send(node.db, number, { n: 2 })
    mayEnd.resolve()
    await stopped
    expect(ran).toEqual([1])
    expect(await node.jobs.counts()).toMatchObject([{ waiting: 1, active: 0, failed: 0 }])
  })

  test('gives back a job that takes too long, and another node repeats the try', async () => {
    const running = Promise.withResolvers<void>()
    let aborted = false
    const slow = await startNumbers((_, signal) => {
      running.resolve()
      signal.addEventListener('abort', () => {
        aborted = true
      })
      return new Promise(() => {})
    })
    await slow.jobs.send(slow.db, number, { n: 1 })
    await running.promise
    await slow.jobs.stop({ graceSeconds: 0.05 })
    expect(aborted).toBe(true)
    expect(slow.done).toEqual([])

    const next = await startNumbers(async () => {})
    await vi.waitFor(
      () => expect(next.done).toEqual([{ name: 'test.number', outcome: 'completed' }]),
      WITHIN_MS,
    )
  })
})

describe('a heartbeat', () => {
  test('missed because the worker was killed lets another node run the job', async () => {
    const attempts: number[] = []
    const node = jobNode(postgres.connection, { heartbeatSeconds: 1 })
    nodes.push(node)
    node.jobs.register(heldJob, { onRun: async (attempt) => void attempts.push(attempt) })
    await node.jobs.start({ work: false })
    await node.jobs.send(node.db, heldJob, {})

    const script = fileURLToPath(new URL('./test/hold-job.ts', import.meta.url))
    const child = spawn(process.execPath, [script, postgres.connection], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = await once(child.stdout, 'data')
    expect(String(said)).toContain('running, attempt 1')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await node.jobs.counts()).toMatchObject([{ active: 1 }])

    await node.jobs.stop()
    await node.jobs.start({ work: true })
    await vi.waitFor(() => expect(attempts).toEqual([1]), WITHIN_MS)
    await vi.waitFor(
      async () => expect(await node.jobs.counts()).toMatchObject([{ active: 0, failed: 0 }]),
      WITHIN_MS,
    )
  }, 120_000)

  test('kept up holds a long job, however many nodes look', async () => {
    // Not shorter: a machine that stands still keeps no heartbeat up either.
    const HEARTBEAT_SECONDS = 4
    let runs = 0
    const onRun = async () => {
      runs += 1
      await new Promise((resolve) => setTimeout(resolve, 3.5 * HEARTBEAT_SECONDS * 1000))
    }
    const nodes = [
      await startNumbers(onRun, HEARTBEAT_SECONDS),
      await startNumbers(onRun, HEARTBEAT_SECONDS),
    ] as const
    await nodes[0].jobs.send(nodes[0].db, number, { n: 1 })
    await vi.waitFor(() => expect(nodes.flatMap(({ done }) => done)).toHaveLength(1), 45_000)
    expect(runs).toBe(1)
  })
})

test('a schedule fires once for all nodes', async () => {
  let ticks = 0
  const tick = job('test.tick', { payload: Type.Object({}), retry: [], run: async () => void ticks++ })
  const observer = jobNode(postgres.connection)
  nodes.push(observer)
  const read = async (sql: string) => (await observer.pool.query(sql)).rows[0]

  // The whole of it must fit into one minute.
  const time = await vi.waitFor(
    async () => {
      const now: Date = (await read('select now()')).now
      expect(now.getUTCSeconds()).toBeLessThan(25)
      return now
    },
    { timeout: 45_000, interval: 500 },
  )
  const prepare = (jobs: Node['jobs']) => {
    jobs.schedule(every(`${time.getUTCMinutes()} ${time.getUTCHours()} * * *`, tick), {})
    jobs.register(number, { onRun: async () => {} })
  }
  prepare(observer.jobs)
  await observer.jobs.start({ work: false })
  const first = await start(prepare)
  await vi.waitFor(() => expect(ticks).toBe(1), WITHIN_MS)
  await first.jobs.stop()

  // Another node looks at the schedules in the same minute, and would have fired when it runs another job.
  await observer.pool.query('update pgboss.version set cron_on = null')
  const second = await start(prepare)
  await vi.waitFor(
    async () => expect((await read('select cron_on from pgboss.version')).cron_on).not.toBeNull(),
    WITHIN_MS,
  )
  await observer.jobs.send(observer.db, number, { n: 1 })
  await vi.waitFor(() => expect(second.done).toHaveLength(1), WITHIN_MS)
  expect(await read(`select count(*) from pgboss.job where name like '\\_\\_pgboss%'`)).toEqual({ count: 1 })
  expect(ticks).toBe(1)
}, 150_000)
