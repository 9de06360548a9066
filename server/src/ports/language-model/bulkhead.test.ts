import { expect, test } from 'vitest'
import { createBulkhead } from './bulkhead.ts'

const { signal } = new AbortController()

test('those in line come in one by one, in order', async () => {
  const bulkhead = createBulkhead({ places: 1, line: 2 })
  const order: string[] = []
  const leaveFirst = await bulkhead.enter(signal)
  const second = bulkhead.enter(signal).then((leave) => {
    order.push('second')
    return leave
  })
  const third = bulkhead.enter(signal).then(() => order.push('third'))
  await expect(bulkhead.enter(signal)).rejects.toMatchObject({ reason: 'overloaded' })
  leaveFirst()
  leaveFirst()
  const leaveSecond = await second
  expect(order).toEqual(['second'])
  leaveSecond()
  await third
  expect(order).toEqual(['second', 'third'])
})

test('who aborts in line is answered at once and makes way', async () => {
  const bulkhead = createBulkhead({ places: 1, line: 1 })
  const leave = await bulkhead.enter(signal)
  const impatient = new AbortController()
  const waiting = bulkhead.enter(impatient.signal)
  impatient.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  const next = bulkhead.enter(signal)
  leave()
  await expect(next).resolves.toBeTypeOf('function')
  await expect(bulkhead.enter(AbortSignal.abort(new Error('never came')))).rejects.toThrow('never came')
})

test('who aborts in the middle of the line is left out, and the others come in as before', async () => {
  const bulkhead = createBulkhead({ places: 1, line: 3 })
  const order: string[] = []
  const leave = await bulkhead.enter(signal)
  const impatient = new AbortController()
  const enter = (name: string, until = signal) =>
    bulkhead.enter(until).then((leaves) => {
      order.push(name)
      return leaves
    })
  const first = enter('first')
  const second = enter('second', impatient.signal)
  const third = enter('third')
  impatient.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  leave()
  const leaveFirst = await first
  leaveFirst()
  await third
  expect(order).toEqual(['first', 'third'])
})

test('who has come in from the line and aborts then does not push out one who still waits', async () => {
  const bulkhead = createBulkhead({ places: 1, line: 2 })
  const leave = await bulkhead.enter(signal)
  const inside = new AbortController()
  const entered = bulkhead.enter(inside.signal)
  leave()
  const leaveSecond = await entered
  const waiting = bulkhead.enter(signal)
  inside.abort(new Error('gone'))
  leaveSecond()
  await expect(waiting).resolves.toBeTypeOf('function')
})
