import { expect, test } from 'vitest'
import { alsoSortedBy, sortedBy, sortKeysOf, sortText } from './sort-keys.ts'

const FIELDS = ['a', 'b', 'x,y', '-odd']
const key = (name: string, isDescending = false) => ({ name, isDescending })

test.each([
  ['a', [key('a')]],
  ['-a,b', [key('a', true), key('b')]],
  [' a , -b', [key('a'), key('b', true)]],
  ['-x,y,a', [key('x,y', true), key('a')]],
  ['-odd', [key('-odd')]],
  ['--odd', [key('-odd', true)]],
  ['gone,-a', [key('gone'), key('a', true)]],
  ['', []],
])('%s is read as its fields', (text, keys) => {
  expect(sortKeysOf(text, FIELDS)).toEqual(keys)
})

test('an order is written as it is read', () => {
  expect(sortText(sortKeysOf('-x,y,a,--odd', FIELDS))).toBe('-x,y,a,--odd')
})

test('one field replaces all others and turns round; with Shift it joins them, turns round and leaves', () => {
  expect(sortedBy([key('a'), key('b')], 'a')).toEqual([key('a')])
  expect(sortedBy([key('a')], 'a')).toEqual([key('a', true)])
  expect(alsoSortedBy([key('a')], 'b')).toEqual([key('a'), key('b')])
  expect(alsoSortedBy([key('a'), key('b')], 'b')).toEqual([key('a'), key('b', true)])
  expect(alsoSortedBy([key('a'), key('b', true)], 'b')).toEqual([key('a')])
  expect(alsoSortedBy([key('a', true)], 'a')).toEqual([key('a')])
})
