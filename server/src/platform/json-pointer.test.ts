import { expect, test } from 'vitest'
import { valueAt } from './json-pointer.ts'

const ANSWER = { a: { b: [{ c: 1 }, null] }, 'x/y': { 'm~n': 2 }, '': 3 }

test.each([
  ['', ANSWER],
  ['/a/b/0/c', 1],
  ['/a/b/1', null],
  ['/x~1y/m~0n', 2],
  ['/', 3],
])('%j finds what stands there', (pointer, value) => {
  expect(valueAt(ANSWER, pointer)).toEqual(value)
})

test.each([
  '/b',
  '/a/b/2',
  '/a/b/00',
  '/a/b/-1',
  '/a/b/length',
  '/a/b/0/c/d',
  '/constructor',
  '/__proto__',
  '/a/toString',
])('%j finds nothing', (pointer) => {
  expect(valueAt(ANSWER, pointer)).toBeUndefined()
})

test('texts and numbers hold nothing', () => {
  expect(valueAt('text', '/0')).toBeUndefined()
  expect(valueAt(null, '/a')).toBeUndefined()
})
