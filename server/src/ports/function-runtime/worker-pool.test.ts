import { afterEach, expect, test } from 'vitest'
import type { FunctionVersion } from './port.ts'
import type { Worker } from './worker.ts'
import { createWorkerPool } from './worker-pool.ts'

const LIMITS = {
  ...{ perFunction: 2, perApp: 3, inAll: 4, callsPerWorker: 2, mostCallsPerWorker: 3 },
  ...{ idleMs: 60_000, brokenMs: 60_000 },
}
const version = (name: string, change: object = {}) =>
  ({ app_id: 'app_1', name, deployment_id: `${name}_1`, ...change }) as FunctionVersion

/** A process that is busy until the test says that its calls are over. */
interface FakeWorker extends Worker {
  number: number
  busy: number
  isEnded: boolean
}

let started: FakeWorker[] = []
let pool = makePool()
afterEach(async () => {
  await pool.close()
  started = []
  pool = makePool()
})

function makePool() {
  return createWorkerPool(LIMITS, async () => {
    const ended = Promise.withResolvers<void>()
    const worker: FakeWorker = {
      ...{ number: started.length, pid: 1, busy: 0, lastUsed: started.length, isEnded: false },
      get open() {
        return this.busy
      },
      ended: ended.promise,
      call: () => Promise.reject(new Error('not called')),
      async end() {
        this.isEnded = true
        ended.resolve()
      },
    }
    started.push(worker)
    return worker
  })
}

/** Begins a call that does not end, and returns the number of its process. */
const call = (of: FunctionVersion) =>
  pool.run(of, async (worker) => {
    const fake = worker as FakeWorker
    fake.busy++
    return fake.number
  })

test('calls share a process until it is busy, then a second one starts, then both take more', async () => {
  for (const process of [0, 0, 1, 1]) expect(await call(version('a'))).toBe(process)
  expect([await call(version('a')), await call(version('a'))].toSorted()).toEqual([0, 1])
  await expect(call(version('a'))).rejects.toMatchObject({ failure: { type: 'busy' } })
})

test('a retired process that is busy ends its calls and gets no new ones', async () => {
  expect(await call(version('a'))).toBe(0)
  pool.retire('app_1', 'a')
  expect(started[0]?.isEnded).toBe(false)
  expect(await call(version('a'))).toBe(1)
})

test('retiring leaves other functions and other apps alone, and an idle process ends at once', async () => {
  const elsewhere = version('a', { app_id: 'app_2', deployment_id: 'other' })
  for (const one of [version('a'), version('b'), elsewhere]) await call(one)
  for (const worker of started) worker.busy = 0
  pool.retire('app_1', 'a')
  await expect.poll(() => started.map(({ isEnded }) => isEnded)).toEqual([true, false, false])
  pool.retire('app_1')
  await expect.poll(() => started.map(({ isEnded }) => isEnded)).toEqual([true, true, false])
})

test('a new deployment gets a process of its own', async () => {
  expect(await call(version('a'))).toBe(0)
  expect(await call(version('a', { deployment_id: 'a_2' }))).toBe(1)
})

test('an app at its limit ends the process that was idle the longest, or is refused', async () => {
  for (const name of ['a', 'b', 'c']) await call(version(name))
  await expect(call(version('d'))).rejects.toMatchObject({ failure: { type: 'busy' } })
  for (const worker of started.slice(1)) worker.busy = 0
  expect(await call(version('d'))).toBe(3)
  await expect.poll(() => started.map(({ isEnded }) => isEnded)).toEqual([false, true, false, false])
})
