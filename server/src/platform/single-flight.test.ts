import { expect, test } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

test('those who come in time share one outcome, later ones and other things have their own', async () => {
  const flight = createSingleFlight<number>()
  let times = 0
  const work = async () => ++times
  expect(await Promise.all([flight('a', work), flight('a', work), flight('b', work)])).toEqual([1, 1, 2])
  expect(await flight('a', work)).toBe(3)
})

test('a failure is shared, and forgotten', async () => {
  const flight = createSingleFlight<string>()
  const failing = () => Promise.reject(new Error('broken'))
  const both = await Promise.allSettled([flight('a', failing), flight('a', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await flight('a', async () => 'fine')).toBe('fine')
})
