import { describe, expect, test } from 'vitest'
import { recordColumns } from '../values/record-columns.ts'
import { countCells, planPaste, planSame, undoOfChange } from './row-changes.ts'

const schema = {
  properties: {
    name: { type: 'string' as const },
    size: { type: 'integer' as const },
    open: { type: 'boolean' as const },
  },
  required: ['name'],
}
const columns = recordColumns(schema, true)
const rows = ['a', 'b', 'c', 'd'].map((name, size) => ({ id: `rec_${name}`, name, size, open: false }))
const box = (top: number, left: number, bottom: number, right: number) => ({ top, left, bottom, right })
const plan = (texts: string[][], at: ReturnType<typeof box>) =>
  planPaste(texts, at, rows.slice(at.top, at.bottom + 1), columns, schema)

describe('pasting', () => {
  test('changes what is other, row by row, and nothing else', () => {
    const texts = [
      ['x', '0', 'yes'],
      ['b', '7', 'no'],
    ]
    expect(plan(texts, box(0, 0, 1, 2))).toEqual({
      changes: [
        { row: rows[0], values: { name: 'x', open: true } },
        { row: rows[1], values: { size: 7 } },
      ],
      faults: [],
    })
  })

  test('repeats a block over the range', () => {
    const { changes } = plan([['1'], ['2']], box(0, 1, 3, 1))
    expect(changes.map(({ row, values }) => [row.id, values.size])).toEqual([
      ['rec_a', 1],
      ['rec_b', 2],
      ['rec_c', 1],
      ['rec_d', 2],
    ])
  })

  test('names every cell that cannot be taken, and what is not pasted stays', () => {
    const { changes, faults } = plan([['', 'many', 'no'], ['y']], box(0, 0, 1, 2))
    expect(faults.map(({ row, field, text }) => [row.id, field, text])).toEqual([
      ['rec_a', 'name', ''],
      ['rec_a', 'size', 'many'],
    ])
    expect(changes).toEqual([{ row: rows[1], values: { name: 'y' } }])
  })

  test('does not touch what every record has by itself', () => {
    const at = columns.findIndex(({ name }) => name === 'id')
    expect(plan([['rec_z']], box(0, at, 0, at)).faults).toHaveLength(1)
  })
})

test('one value for many leaves out those that have it', () => {
  const changes = planSame(rows, 'size', 2)
  expect(changes.map(({ row }) => row.id)).toEqual(['rec_a', 'rec_b', 'rec_d'])
  expect(countCells(changes)).toBe(3)
})

test('undoing writes the former values over what was written, and an absent one is emptied', () => {
  const row = { id: 'rec_a', name: 'a', updated_date: '1' }
  const saved = { id: 'rec_a', name: 'x', size: 4, note: 'new', updated_date: '2' }
  expect(undoOfChange({ row, values: { name: 'x', size: 4 } }, saved)).toEqual({
    row: { id: 'rec_a', name: 'x', size: 4, note: 'new', updated_date: '2' },
    values: { name: 'a', size: null },
  })
})
