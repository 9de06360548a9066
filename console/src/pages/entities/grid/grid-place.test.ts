import { expect, test } from 'vitest'
import { cellAt, MOVES, placeOf } from './grid-place.ts'

const columns = [{ name: 'name' }, { name: 'city' }]
const rowsOf = (ids: string) => ({
  length: ids.length,
  at: (place: number) => (ids[place] ? { id: ids[place] } : undefined),
  placeOf: (id: string) => ids.indexOf(id),
})

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

test('a cell of a row that is not read yet is known by its place', () => {
  const unread = { ...rowsOf('ab'), length: 90_000 }
  const cell = cellAt({ row: 70_000, column: 1 }, unread, columns)
  expect(cell).toEqual({ id: null, field: 'city', near: 70_000 })
  expect(placeOf(cell, unread, columns)).toEqual({ row: 70_000, column: 1 })
})

test('keys move by a cell, a page or to the edge', () => {
  const to = { isFar: false, page: 20, last: { row: 99, column: 4 } }
  const from = { row: 50, column: 2 }
  expect(MOVES.PageDown?.(from, to)).toEqual({ row: 70, column: 2 })
  expect(MOVES.PageUp?.(from, to)).toEqual({ row: 30, column: 2 })
  expect(MOVES.ArrowDown?.(from, { ...to, isFar: true })).toEqual({ row: 99, column: 2 })
  expect(MOVES.Home?.(from, to)).toEqual({ row: 50, column: 0 })
})
