import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

test('groups take turns, and each keeps its order', () => {
  const queue = createFairQueue<string>()
  for (const one of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(one.slice(0, 1), one)
  const served = Array.from({ length: 7 }, () => queue.take(() => 1))
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', null])
  expect(queue.length).toBe(0)
})

test('a group without room is passed over and keeps its turn', () => {
  const queue = createFairQueue<string>()
  for (const one of ['a1', 'a2', 'b1', 'b2']) queue.add(one.slice(0, 1), one)
  expect(queue.take((group) => (group === 'a' ? 0 : 1))).toBe('b1')
  expect(queue.count((group) => (group === 'a' ? 1 : 5))).toBe(2)
  expect(queue.take(() => 1)).toBe('a1')
  expect(queue.take(() => 0)).toBeNull()
})

test('who leaves is not served', () => {
  const queue = createFairQueue<string>()
  for (const one of ['a1', 'a2', 'b1']) queue.add(one.slice(0, 1), one)
  queue.remove('a', 'a1')
  queue.remove('b', 'b1')
  queue.remove('b', 'b1')
  queue.remove('c', 'c1')
  expect([queue.length, queue.lengthOf('a'), queue.lengthOf('b')]).toEqual([1, 1, 0])
  expect(queue.takeAll()).toEqual(['a2'])
  expect([queue.length, queue.take(() => 1)]).toEqual([0, null])
})
