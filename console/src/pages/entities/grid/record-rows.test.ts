import { expect, test } from 'vitest'
import { blocksOf, rowsOf } from './record-rows.ts'

const block = (ids: string, next_cursor: string | null = 'next') => ({
  items: [...ids].map((id) => ({ id })),
  next_cursor,
})

test.each([
  ['nothing is known', [], undefined, 0],
  ['only the number is', [], 100_000, 100_000],
  ['the number is that of the blocks', [[0, block('abc')]], 7, 7],
  ['records came since they were counted', [[2, block('abc')]], 3, 10],
  ['there is no number yet', [[0, block('abc')]], undefined, 4],
  ['records went since they were counted', [[1, block('ab', null)]], 9, 5],
  ['a block lies behind the end', [[3, block('', null)]], 12, 9],
  [
    'the last two blocks were read at different times',
    [
      [1, block('ab', null)],
      [2, block('', null)],
    ],
    9,
    5,
  ],
] as const)('the length is right when %s', (_, blocks, count, length) => {
  expect(rowsOf(new Map(blocks), count, 3).length).toBe(length)
})

test('rows are found by place and by id, and what is not read is nowhere', () => {
  const rows = rowsOf(
    new Map([
      [2, block('fgc')],
      [0, block('ab')],
    ]),
    9,
    3,
  )
  expect([0, 1, 2, 3, 6, 7].map((place) => rows.at(place)?.id)).toEqual([
    'a',
    'b',
    undefined,
    undefined,
    'f',
    'g',
  ])
  expect(['a', 'g', 'd'].map(rows.placeOf)).toEqual([0, 7, -1])
  expect(rows.read.map(({ id }) => id).join('')).toBe('abfgc')
})

test('of a record that moved between two reads, the first place counts', () => {
  const rows = rowsOf(
    new Map([
      [0, block('abc')],
      [1, block('cde')],
    ]),
    6,
    3,
  )
  expect(rows.placeOf('c')).toBe(2)
})

test.each([
  [{ first: 0, last: 3 }, [0]],
  [{ first: 0, last: 4 }, [0, 1]],
  [{ first: 5, last: 7 }, [1, 2]],
  [{ first: 0, last: 0 }, [0]],
] as const)('the rows %o lie in the blocks %o', (window, blocks) => {
  expect(blocksOf(window, 3)).toEqual(blocks)
})
