import { expect, test } from 'vitest'
import type { Property } from '../../../entity-schema.ts'
import { mayNotFit } from './cell-fit.ts'

const column = (property: Property | null, width: number, name = 'field') => ({
  name,
  property,
  width,
  isRight: false,
  canSort: true,
})
const text: Property = { type: 'string' }
const status: Property = { type: 'string', enum: ['new', 'paid'] }
const day: Property = { type: 'string', format: 'date' }
const moment: Property = { type: 'string', format: 'date-time' }
const tags: Property = { type: 'array', items: { type: 'string' } }

test.each<[string, unknown, Property | null, number]>([
  ['nothing', null, text, 4],
  ['a short text', 'City 12', text, 12],
  ['a truth', true, { type: 'boolean' }, 6],
  ['a number', 1234.5, { type: 'number' }, 7.5],
  ['a short choice', 'paid', status, 8.5],
  ['a day', '2026-11-18', day, 8.5],
  ['two short tags and how many more', ['a', 'tag 7', 'b'], tags, 11],
  ['how many entries there are', [{ a: 1 }, { a: 2 }], tags, 11],
])('%s fits', (_, value, property, width) => {
  expect(mayNotFit(value, column(property, width))).toBe(false)
})

test.each<[string, unknown, Property | null, number]>([
  ['a long text', 'Two chairs of oak and a table', text, 12],
  ['a short text of wide letters', 'WWWWWWWWWWWW', text, 12],
  ['one that is not Latin', '東京都千代田区丸の内一丁目', text, 12],
  ['a short text in a narrow column', 'City 12', text, 4],
  ['a text without end', 'i'.repeat(10_000), text, 40],
  ['a large number', 123_456_789_012, { type: 'number' }, 7.5],
  ['a choice that fills its column as a text', 'delivered', status, 6.5],
  ['a moment in a narrow column', '2026-11-18T10:00:00Z', moment, 9],
  ['tags together', ['wood', 'indoor furniture'], tags, 11],
  ['an object', { a: 1 }, { type: 'object' }, 13],
])('%s may not fit', (_, value, property, width) => {
  expect(mayNotFit(value, column(property, width))).toBe(true)
})

test('a reference has a button before it', () => {
  expect(mayNotFit('rec_1', column({ type: 'string', 'x-entity': 'Customer' } as Property, 12))).toBe(true)
})

test('when a record was made fits its column, its id does when it is short', () => {
  expect(mayNotFit('2026-11-18T10:00:00Z', column(null, 9, 'created_date'))).toBe(false)
  expect(mayNotFit('2026-11-18T10:00:00Z', column(null, 6, 'created_date'))).toBe(true)
  expect(mayNotFit('rec_12', column(null, 15, 'id'))).toBe(false)
  expect(mayNotFit('rec_01hzz0000000000000000000', column(null, 15, 'id'))).toBe(true)
})
