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
