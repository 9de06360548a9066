import { expect, test } from 'vitest'
import { DEEPEST, jsonSize } from './value-size.ts'

const MOST = 1_000_000

test.each([
  ['a text', 'Grüße "you" \n'],
  ['a number', 12.5],
  ['nothing', null],
  ['a list', [1, 'two', [true, null], {}]],
  ['an object', { 'a "key"': { b: ['ä', '😀'] }, c: -1e21 }],
])('%s is as large as its JSON, give or take a comma for each list', (_, value) => {
  const exact = Buffer.byteLength(JSON.stringify(value))
  const lists = JSON.stringify(value).match(/[[{]/g)?.length ?? 0
  expect(jsonSize(value, MOST)).toBeGreaterThanOrEqual(exact)
  expect(jsonSize(value, MOST)).toBeLessThanOrEqual(exact + lists)
})

test('what stands in it many times by one reference counts each time, without being written', () => {
  let bomb: unknown = 'x'.repeat(1_000)
  for (let i = 0; i < 40; i++) bomb = [bomb, bomb]
  expect(jsonSize(bomb, MOST)).toBe(Number.POSITIVE_INFINITY)
})

test('what is nested too deep is too large, and so is one that has no end', () => {
  const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  expect(jsonSize(nested(DEEPEST), MOST)).toBeLessThan(MOST)
  expect(jsonSize(nested(DEEPEST + 1), MOST)).toBe(Number.POSITIVE_INFINITY)
  expect(jsonSize(nested(100_000 / 50), MOST)).toBe(Number.POSITIVE_INFINITY)
})
