import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import type { Postmaster } from './postmaster.ts'
import { supervise } from './supervise.ts'

const log = createLog('silent')

test('a server that ends again and again is given up after five new starts', { tags: 'slow' }, async () => {
  const launched: number[] = []
  const launch = async () => {
    launched.push(launched.length)
    return ended(launched.length)
  }
  const server = await supervise({ launch, requireRestartAllowed: async () => {}, log })
  const error = await new Promise<Error>((resolve) => server.onFailure(resolve))
  expect(error.message).toContain('6 times within a minute')
  expect(launched).toHaveLength(6)
})

test('nothing is started again when that is not allowed any more', async () => {
  let launches = 0
  const launch = async () => ended(++launches)
  const requireRestartAllowed = async () => {
    throw new Error('the lock was taken away')
  }
  const server = await supervise({ launch, requireRestartAllowed, log })
  const error = await new Promise<Error>((resolve) => server.onFailure(resolve))
  expect(error.message).toBe('the lock was taken away')
  expect(launches).toBe(1)
})

test('a new start that is under way ends when the whole is stopped', async () => {
  let launches = 0
  const restarting = Promise.withResolvers<void>()
  const launch = async (stopping: AbortSignal) => {
    if (++launches === 1) return ended(1)
    restarting.resolve()
    const { promise, reject } = Promise.withResolvers<never>()
    stopping.addEventListener('abort', () => reject(new Error('stopped')))
    return promise
  }
  const failures: Error[] = []
  const server = await supervise({ launch, requireRestartAllowed: async () => {}, log })
  server.onFailure((error) => failures.push(error))
  await restarting.promise
  await server.stop()
  expect(launches).toBe(2)
  expect(failures).toEqual([])
})

test('a full disk is waited out, however long that takes', { tags: 'slow' }, async () => {
  let launches = 0
  let looks = 0
  const launch = async () => {
    if (++launches === 1) return ended(1)
    if (looks < 3) throw new Error('no space left')
    return { ...ended(launches), exited: new Promise<string>(() => {}) }
  }
  const isDiskFull = async () => ++looks < 3
  const failures: Error[] = []
  const server = await supervise({ launch, requireRestartAllowed: async () => {}, isDiskFull, log })
  server.onFailure((error) => failures.push(error))
  await expect.poll(() => server.pid).toBe(3)
  expect(failures).toEqual([])
})

function ended(pid: number): Postmaster {
  return { pid, exited: Promise.resolve('SIGKILL'), stop: async () => {} }
}
