import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test.each([
  ['Order', 'Order'],
  ['  two\r\n\r\nlines\t', 'two lines'],
  ['NUL \0 and \x1b[31m colour', 'NUL and [31m colour'],
  ['turned \u202eround\u202c', 'turned round'],
  ['a\u2028b\u2029c\u200bd', 'a b c d'],
  ['\ud800 alone', '\ufffd alone'],
  ['🙂'.repeat(90), '🙂'.repeat(80)],
  ['\n', ''],
])('%j is %j', (words, line) => {
  expect(oneLine(words)).toBe(line)
})

test('is as long as asked for', () => {
  expect(oneLine('abcdef', 3)).toBe('abc')
})
