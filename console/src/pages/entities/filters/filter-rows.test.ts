import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Properties } from '../../../entity-schema.ts'
import {
  type FilterRow,
  fieldKind,
  filterOf,
  operatorsOf,
  rowsOf,
  rowWords,
  takesValue,
} from './filter-rows.ts'

const PROPERTIES: Properties = {
  title: { type: 'string' },
  total: { type: 'number' },
  paid: { type: 'boolean' },
  status: { type: 'string', enum: ['open', 'done'] },
  due: { type: 'string', format: 'date' },
  tags: { type: 'array', items: { type: 'string' } },
  any: {},
}

const TEXTS: Record<string, fc.Arbitrary<string>> = {
  title: fc.string({ minLength: 1 }),
  total: fc.integer().map(String),
  paid: fc.constantFrom('true', 'false'),
  status: fc.constantFrom('"open"', '"done"'),
  due: fc.constant('2026-11-15'),
  tags: fc.string({ minLength: 1 }),
  any: fc.constantFrom('1', '"1"', 'true'),
  created_date: fc.constant('2026-11-15T00:00:00Z'),
}

const row: fc.Arbitrary<FilterRow> = fc.constantFrom(...Object.keys(TEXTS)).chain((field) =>
  fc.constantFrom(...operatorsOf(fieldKind(PROPERTIES, field))).chain((operator) =>
    fc.record({
      field: fc.constant(field),
      operator: fc.constant(operator),
      text: takesValue(operator) ? (TEXTS[field] ?? fc.constant('')) : fc.constant(''),
    }),
  ),
)

describe('rows of a filter', () => {
  test('go to a filter and back unchanged', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('all', 'any'),
        (rows, match) => {
          const filter = filterOf({ match, rows }, PROPERTIES)
          const back = rowsOf(filter, PROPERTIES)
          expect(back?.rows).toEqual(rows)
          if (rows.length > 1) expect(back?.match).toBe(match)
        },
      ),
    )
  })

  test('make the filter one would write by hand', () => {
    const filter = (rows: FilterRow[], match: 'all' | 'any' = 'all') => filterOf({ match, rows }, PROPERTIES)
    expect(filter([])).toBeNull()
    expect(
      filter([
        { field: 'status', operator: 'is', text: '"open"' },
        { field: 'total', operator: 'at_least', text: '5' },
      ]),
    ).toEqual({ status: 'open', total: { $gte: 5 } })
    expect(
      filter([
        { field: 'total', operator: 'more', text: '1' },
        { field: 'total', operator: 'less', text: '9' },
      ]),
    ).toEqual({ $and: [{ total: { $gt: 1 } }, { total: { $lt: 9 } }] })
    expect(
      filter(
        [
          { field: 'paid', operator: 'is', text: 'false' },
          { field: 'title', operator: 'contains', text: 'a.b' },
        ],
        'any',
      ),
    ).toEqual({ $or: [{ paid: false }, { title: { $regex: 'a\\.b', $options: 'i' } }] })
  })

  test.each([
    [{ $nor: [{ paid: true }] }],
    [{ total: { $gt: 1, $lt: 9 } }],
    [{ $or: [{ paid: true, total: 1 }] }],
    [{ status: ['open', 'done'], total: { $in: [1] } }],
    [{ title: { $regex: '^a|b' } }],
    [{ nothing: 1 }],
    ['text'],
  ])('cannot say %j', (filter) => {
    expect(rowsOf(filter, PROPERTIES)).toBeNull()
  })

  test('are reported in words', () => {
    expect(rowWords({ field: 'status', operator: 'is', text: '"open"' }, PROPERTIES)).toBe('status is “open”')
    expect(rowWords({ field: 'total', operator: 'more', text: '5' }, PROPERTIES)).toBe('total is more than 5')
    expect(rowWords({ field: 'paid', operator: 'is', text: 'true' }, PROPERTIES)).toBe('paid is yes')
    expect(rowWords({ field: 'tags', operator: 'is', text: 'x' }, PROPERTIES)).toBe('tags contains “x”')
    expect(rowWords({ field: 'due', operator: 'less', text: '2027-01-01' }, PROPERTIES)).toBe(
      'due is before “2027-01-01”',
    )
    expect(rowWords({ field: 'due', operator: 'empty', text: '' }, PROPERTIES)).toBe('due is empty')
  })
})
