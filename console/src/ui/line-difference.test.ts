import { expect, test } from 'vitest'
import { lineDifference } from './line-difference.ts'

const signs = { same: ' ', removed: '-', added: '+' }
const shown = (before: string, after: string) =>
  lineDifference(before, after).map(({ kind, text }) => signs[kind] + text)

test.each([
  ['a\nb', 'a\nb', [' a', ' b']],
  ['', 'a', ['+a']],
  ['a', '', ['-a']],
  ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a\nb\nc', 'a\nc', [' a', '-b', ' c']],
  ['a\nc', 'a\nb\nc\nd', [' a', '+b', ' c', '+d']],
])('%j becomes %j', (before, after, lines) => {
  expect(shown(before, after)).toEqual(lines)
})

test('what is very long is not compared line by line', () => {
  const long = Array.from({ length: 501 }, (_, place) => `line ${place}`).join('\n')
  expect(lineDifference(long, long).filter(({ kind }) => kind === 'removed')).toHaveLength(501)
})
