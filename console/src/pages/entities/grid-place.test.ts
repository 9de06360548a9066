import { expect, test } from 'vitest'
import { cellAt, placeOf } from './grid-place.ts'

const columns = [{ name: 'name' }, { name: 'city' }]
const rowsOf = (ids: string) => [...ids].map((id) => ({ id }))

test.each([
  ['the record stays where it is', 'abcd', { row: 1, column: 1 }],
  ['a record above is deleted', 'bcd', { row: 0, column: 1 }],
  ['a record above is added', 'xabcd', { row: 2, column: 1 }],
  ['the list is sorted again', 'dcba', { row: 2, column: 1 }],
  ['the record itself is deleted', 'acd', { row: 1, column: 1 }],
  ['it was the last and is deleted', 'a', { row: 0, column: 1 }],
  ['nothing is left', '', { row: 0, column: 1 }],
])('a cell is found by its record when %s', (_, ids, place) => {
  const cell = cellAt({ row: 1, column: 1 }, rowsOf('abcd'), columns)
  expect(placeOf(cell, rowsOf(ids), columns)).toEqual(place)
})

test('a column that is not declared any more gives way to the first', () => {
  const cell = { id: 'a', field: 'gone', near: 0 }
  expect(placeOf(cell, rowsOf('a'), columns)).toEqual({ row: 0, column: 0 })
})
