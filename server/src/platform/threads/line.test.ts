import { expect, test } from 'vitest'
import { createLine } from './fair-queue.ts'

test('groups take turns, and each keeps its order', () => {
  const line = createLine<string>()
  for (const one of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) line.add(one.slice(0, 1), one)
  const served = Array.from({ length: 7 }, () => line.take(() => 1))
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', null])
  expect(line.length).toBe(0)
})

test('a group without room is passed over and keeps its turn', () => {
  const line = createLine<string>()
  for (const one of ['a1', 'a2', 'b1', 'b2']) line.add(one.slice(0, 1), one)
  expect(line.take((group) => (group === 'a' ? 0 : 1))).toBe('b1')
  expect(line.count((group) => (group === 'a' ? 1 : 5))).toBe(2)
  expect(line.take(() => 1)).toBe('a1')
  expect(line.take(() => 0)).toBeNull()
})

test('who leaves is not served', () => {
  const line = createLine<string>()
  for (const one of ['a1', 'a2', 'b1']) line.add(one.slice(0, 1), one)
  line.remove('a', 'a1')
  line.remove('b', 'b1')
  line.remove('b', 'b1')
  line.remove('c', 'c1')
  expect([line.length, line.lengthOf('a'), line.lengthOf('b')]).toEqual([1, 1, 0])
  expect(line.takeAll()).toEqual(['a2'])
  expect([line.length, line.take(() => 1)]).toEqual([0, null])
})
