import { expect, test } from 'vitest'
import { differenceOf } from './text-difference.ts'

test.each([
  ['abc', 'abc', { from: 3, to: 3, insert: '' }],
  ['abc', 'aXc', { from: 1, to: 2, insert: 'X' }],
  ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['', 'abc', { from: 0, to: 0, insert: 'abc' }],
  ['abc', '', { from: 0, to: 3, insert: '' }],
  ['one two three', 'one 2 three', { from: 4, to: 7, insert: '2' }],
])('%j becomes %j', (before, after, difference) => {
  const found = differenceOf(before, after)
  expect(found).toEqual(difference)
  expect(before.slice(0, found.from) + found.insert + before.slice(found.to)).toBe(after)
})
