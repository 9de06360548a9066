import { describe, expect, test } from 'vitest'
import type { Json, Property } from '../../../entity-schema.ts'
import { cellText, guardedText, valueOfCell } from './cell-text.ts'

const string: Property = { type: 'string' }
const number: Property = { type: 'number' }
const integer: Property = { type: 'integer', minimum: 0, maximum: 9_999 }
const boolean: Property = { type: 'boolean' }
const status: Property = { type: 'string', enum: ['new', 'Done', 'TRUE'] }
const date: Property = { type: 'string', format: 'date' }
const list: Property = { type: 'array', items: { type: 'string' } }
const object: Property = { type: 'object' }
const fault = expect.any(String)

test.each<[string, Property, string, Json]>([
  ['a text stays as it is', string, ' a ', ' a '],
  ['an empty cell empties the field', number, '  ', null],
  ['a number', number, '12.5', 12.5],
  ['a negative one', number, '-3', -3],
  ['thousands', number, '1,234,567.5', 1_234_567.5],
  ['a decimal comma', number, '1.234,5', 1_234.5],
  ['a short decimal comma', number, '12,5', 12.5],
  ['spaces between thousands', number, '1 234', 1_234],
  ['an exponent', number, '1e3', 1_000],
  ['yes', boolean, 'Yes', true],
  ['what spreadsheets call it', boolean, 'FALSE', false],
  ['a choice in another case', status, 'NEW', 'new'],
  ['a choice that looks like a truth', status, 'TRUE', 'TRUE'],
  ['a day', date, '2026-11-18', '2026-11-18'],
  ['a day with the day first', date, '8.1.2026', '2026-01-08'],
  ['a day with slashes', date, '2026/1/8', '2026-01-08'],
  ['lines as a list', list, 'a\nb', ['a', 'b']],
  ['JSON as a list', list, '["a\\nb"]', ['a\nb']],
  ['JSON', object, '{"a":1}', { a: 1 }],
  ['anything where anything may stand', {}, 'free text', 'free text'],
])('%s', (_, property, text, value) => {
  expect(valueOfCell(property, text, false)).toEqual({ value })
})

test.each<[string, Property, string]>([
  ['words for a number', number, 'many'],
  ['a percentage', number, '12%'],
  ['a part for a whole', integer, '1.5'],
  ['too little', integer, '-1'],
  ['too much', integer, '10000'],
  ['an unknown choice', status, 'open'],
  ['neither yes nor no', boolean, 'maybe'],
  ['a day that can be read in two ways', date, '03/04/2026'],
  ['a day that never was', date, '2026-02-30'],
  ['a moment without a day', { type: 'string', format: 'date-time' }, '14:30'],
  ['no JSON', object, '{a'],
  ['another kind of JSON', object, '[1]'],
  ['too long', { type: 'string', maxLength: 3 }, 'long'],
  ['another form', { type: 'string', pattern: '^HP-\\d{5}$' }, 'XY-1'],
  ['no address', { type: 'string', format: 'email' }, 'ada'],
  ['a wrong entry of a list', { type: 'array', items: { type: 'string', maxLength: 1 } }, 'a\nbc'],
])('%s is refused', (_, property, text) => {
  expect(valueOfCell(property, text, false)).toEqual({ fault })
})

test('a required field is not emptied, unless it may be null', () => {
  expect(valueOfCell(string, '', true)).toEqual({ fault })
  expect(valueOfCell({ type: ['string', 'null'] }, '', true)).toEqual({ value: null })
})

test('a moment without a zone is one of this place, and one with a zone stays', () => {
  const property: Property = { type: 'string', format: 'date-time' }
  expect(valueOfCell(property, '2026-11-18T14:30:00Z', false)).toEqual({ value: '2026-11-18T14:30:00Z' })
  const local = new Date('2026-11-18T14:30:00').toISOString()
  expect(valueOfCell(property, '2026-11-18 14:30:00', false)).toEqual({ value: local })
})

describe('a copied cell', () => {
  test.each<[string, Property, Json]>([
    ['text', string, 'a\tb'],
    ['number', number, -1_234.5],
    ['truth', boolean, true],
    ['list', list, ['a', 'b']],
    ['list with a line break', list, ['a\nb']],
    ['object', object, { a: [1, null] }],
    ['nothing', string, null],
  ])('of %s is pasted as the same value', (_, property, value) => {
    expect(valueOfCell(property, cellText(value), false)).toEqual({ value })
  })

  test('runs as no formula elsewhere, and a number stays one', () => {
    expect(guardedText('=1+1')).toBe("'=1+1")
    expect(guardedText('@ada')).toBe("'@ada")
    expect(guardedText(['=1+1', 'two'])).toBe("'=1+1\ntwo")
    expect(guardedText(['one', '=1+1'])).toBe("one\n'=1+1")
    expect(guardedText('a;=1+1')).toBe("a;'=1+1")
    expect(guardedText(-5)).toBe('-5')
    expect(guardedText('plain')).toBe('plain')
  })
})
