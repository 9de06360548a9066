import { expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'
import { fillIn, fillInQuoted, fillInToShow, NoSuchValue, variablesIn, withNames } from './variables.ts'

const values = new Map([
  ['test_user.email', 'ada@example.com'],
  ['test_user.password', 'pw'],
  ['secrets.KEY', 'k$&1'],
  ['order', '{{secrets.KEY}}'],
])

test('names are found once each, blanks around them or not', () => {
  expect(variablesIn('{{a}} {{ b }} {{a}}', null, '{{c.d}} {e} {{}}')).toEqual(['a', 'b', 'c.d'])
})

test('values are filled in as they are, and not looked at again', () => {
  const text = 'a {{ test_user.email }} b {{secrets.KEY}} c {{order}}'
  expect(fillIn(text, { values, only: null })).toBe('a ada@example.com b k$&1 c {{secrets.KEY}}')
  expect(fillInToShow(text, { values, only: null })).toBe('a ada@example.com b [redacted] c {{secrets.KEY}}')
})

test('what strangers wrote stays as it is', () => {
  const only = new Set(['test_user.email'])
  expect(fillIn('{{secrets.KEY}} {{test_user.email}}', { values, only })).toBe(
    '{{secrets.KEY}} ada@example.com',
  )
})

test('a text that values make endless is refused', () => {
  const long = new Map([['a', 'x'.repeat(10_000)]])
  expect(() => fillIn('{{a}}'.repeat(2_000), { values: long, only: null })).toThrow('becomes too long')
})

test.each([
  ['{{test_user.name}}', 'nobody signs in'],
  ['{{secrets.NONE}}', 'The app has no secret NONE'],
  ['{{nothing}}', 'no earlier step has read it'],
])('%s without a value says what to do', (text, words) => {
  const fill = () => fillIn(text, { values, only: null })
  expect(fill).toThrow(NoSuchValue)
  expect(fill).toThrow(words)
})

test.each([
  ['Type {{name}} into Name', 'Ada “x”', 'Type "Ada “x”" into Name'],
  ['Click {{name}}.', 'Save\n all', 'Click “Save all”.'],
  ['See “Hi {{name}} there”', 'Ada', 'See “Hi Ada there”'],
  ['Open /orders/{{name}}', '7', 'Open /orders/7'],
  ['Open {{name}}', '/orders/7', 'Open /orders/7'],
  ['Type {{secrets.KEY}}', '7', 'Type {{secrets.KEY}}'],
])('readers get values as quotes where they stand alone: %s', (text, value, read) => {
  const given = new Map([
    ['name', value],
    ['secrets.KEY', 'x'],
  ])
  expect(fillInQuoted(text, { values: given, only: new Set(['name']) })).toBe(read)
})

test('names take the place of their values, the longest first', () => {
  const given = new Map([
    ['a', 'lamp'],
    ['b', 'blue lamp (2)'],
    ['c', 'x'],
    ['d', 'other'],
    ['e', 'two\n lines'],
  ])
  const only = new Set(['a', 'b', 'c', 'e'])
  expect(withNames('x blue lamp (2) lamp other two lines', { values: given, only })).toBe(
    'x {{b}} {{a}} other {{e}}',
  )
})

test('secrets are masked in every form; short ones only when the step uses them', () => {
  const mask = maskSecrets(['long secret/1', 'pw'], ['1234'])
  expect(mask('long secret/1 long%20secret%2F1 pw 1234')).toBe('[redacted] [redacted] pw [redacted]')
})
