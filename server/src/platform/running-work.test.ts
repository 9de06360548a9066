import { expect, test } from 'vitest'
import { createRunningWork, WorkStopped } from './running-work.ts'

test('a server that stops waits also for a run that is being claimed, until it is handed back', async () => {
  const running = createRunningWork({ most: 2, isWorker: true })
  const [claiming, none] = [running.takePlace(), running.takePlace()]
  let hasStopped = false
  const stopped = running.stop().then(() => {
    hasStopped = true
  })
  expect(running.takePlace()).toBeNull()
  none?.free()
  const handedBack = Promise.withResolvers<void>()
  let reason: unknown
  const done = claiming?.run('exe_1', (signal) => {
    reason = signal.reason
    return handedBack.promise
  })
  await new Promise(setImmediate)
  expect(hasStopped).toBe(false)
  expect(reason).toEqual(new WorkStopped('server'))
  handedBack.resolve()
  await done
  await stopped
})

test('a run that was lost and taken again by the same server can still be cancelled', async () => {
  const running = createRunningWork({ most: 2, isWorker: true })
  const first = running.takePlace()?.run('exe_1', async () => {})
  const ended = Promise.withResolvers<void>()
  let reason: () => unknown = () => null
  const second = running.takePlace()?.run('exe_1', (signal) => {
    reason = () => signal.reason
    return ended.promise
  })
  await first
  running.cancel('exe_1')
  expect(reason()).toEqual(new WorkStopped('cancel'))
  ended.resolve()
  await second
})
