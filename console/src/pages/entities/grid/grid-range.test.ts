import { expect, test } from 'vitest'
import { type Box, boxOf, cellsIn, MOST_ROWS, reachable, targetOf } from './grid-range.ts'

const box = (top: number, left: number, bottom: number, right: number): Box => ({ top, left, bottom, right })
const place = (row: number, column: number) => ({ row, column })

test('a range is the same wherever it began', () => {
  expect(boxOf(place(5, 1), place(2, 3))).toEqual(box(2, 1, 5, 3))
  expect(boxOf(place(2, 3), place(5, 1))).toEqual(box(2, 1, 5, 3))
  expect(cellsIn(box(2, 1, 5, 3))).toBe(12)
})

test('a range reaches only so far, both ways', () => {
  expect(reachable(place(50_000, 0), place(99_999, 2))).toEqual(place(50_000 + MOST_ROWS - 1, 2))
  expect(reachable(place(50_000, 0), place(0, 2))).toEqual(place(50_000 - MOST_ROWS + 1, 2))
  expect(reachable(place(50_000, 0), place(50_010, 2))).toEqual(place(50_010, 2))
})

test.each([
  ['one cell into one', box(3, 1, 3, 1), [1, 1], box(3, 1, 3, 1)],
  ['one cell fills a range', box(3, 1, 8, 2), [1, 1], box(3, 1, 8, 2)],
  ['a row fills all rows of a range', box(0, 0, 4, 1), [1, 2], box(0, 0, 4, 1)],
  ['a block that fits twice is there twice', box(0, 0, 3, 1), [2, 2], box(0, 0, 3, 1)],
  ['a larger block begins at the cell', box(3, 1, 3, 1), [2, 3], box(3, 1, 4, 3)],
  ['a block that does not fit evenly is there once', box(0, 0, 2, 0), [2, 1], box(0, 0, 1, 0)],
  ['what goes over the edge is cut', box(8, 3, 8, 3), [5, 5], box(8, 3, 9, 4)],
] as const)('%s', (_, range, [rows, columns], wanted) => {
  expect(targetOf(range, { rows, columns }, place(9, 4))).toEqual(wanted)
})
