import { operation, personal } from '@atrium/contract'
import { Nullable, OneOf } from '@atrium/contract/shared'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import type { ApiError, ValidationRow } from '../errors.ts'
import { createValidator } from './validation.ts'

const validate = createValidator(
  operation({
    name: 'toys.make',
    summary: '',
    method: 'POST',
    path: '/toys/{id}',
    credential: personal('full_access'),
    params: Type.Object({ id: Type.String({ maxLength: 5 }) }),
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, default: 3 })),
      deep: Type.Optional(Type.Boolean()),
    }),
    headers: Type.Object({ 'idempotency-key': Type.String({ minLength: 2 }) }),
    body: Type.Object({
      name: Type.String({ minLength: 2, maxLength: 4, pattern: '^[a-z]+$' }),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
      weight: Type.Optional(Type.Number()),
      is_new: Type.Optional(Type.Boolean()),
      colour: Type.Optional(OneOf(['red', 'green', 'blue'])),
      label: Type.Optional(Nullable(Type.String({ maxLength: 3 }))),
      tags: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2 })),
      made_at: Type.Optional(Type.String({ format: 'date-time' })),
      extra: Type.Optional(Type.Object({ a: Type.Integer() })),
    }),
    answer: Type.Object({}),
  }),
)

function rowsFor(parts: {
  params?: unknown
  query?: unknown
  headers?: unknown
  body?: unknown
}): ValidationRow[] {
  try {
    validate({
      params: { id: 'x' },
      query: {},
      headers: { 'idempotency-key': 'abc' },
      body: { name: 'ab' },
      ...parts,
    })
    return []
  } catch (error) {
    return (error as ApiError).detail as ValidationRow[]
  }
}

const bodyRow = (field: string, value: unknown) => rowsFor({ body: { name: 'ab', [field]: value } })

describe('rows of a 422', () => {
  test.each([
    ['size', 'x', 'int_type', 'Input should be a valid integer'],
    ['size', '5', 'int_type', 'Input should be a valid integer'],
    ['size', 1.5, 'int_from_float', 'Input should be a valid integer, got a number with a fractional part'],
    ['size', 0, 'greater_than_equal', 'Input should be greater than or equal to 1'],
    ['size', 11, 'less_than_equal', 'Input should be less than or equal to 10'],
    ['weight', '1', 'float_type', 'Input should be a valid number'],
    ['is_new', 'true', 'bool_type', 'Input should be a valid boolean'],
    ['colour', 'pink', 'literal_error', "Input should be 'red', 'green' or 'blue'"],
    ['label', 7, 'string_type', 'Input should be a valid string'],
    ['label', 'long', 'string_too_long', 'String should have at most 3 characters'],
    ['tags', {}, 'list_type', 'Input should be a valid list'],
    ['tags', [], 'too_short', 'List should have at least 1 item after validation, not 0'],
    ['tags', ['a', 'b', 'c'], 'too_long', 'List should have at most 2 items after validation, not 3'],
    ['made_at', 'yesterday', 'datetime_parsing', 'Input should be a valid datetime'],
    ['made_at', '0000-06-01T00:00:00Z', 'datetime_parsing', 'Input should be a valid datetime'],
    ['extra', [], 'dict_type', 'Input should be a valid dictionary'],
  ])('body %s = %j is %s', (field, value, type, msg) => {
    expect(bodyRow(field, value)).toEqual([{ loc: ['body', field], msg, type }])
  })

  test('a missing field, a short and a mismatching one name themselves', () => {
    expect(rowsFor({ body: {} })).toEqual([{ loc: ['body', 'name'], msg: 'Field required', type: 'missing' }])
    expect(rowsFor({ body: { name: 'a' } })).toMatchObject([{ type: 'string_too_short' }])
    expect(rowsFor({ body: { name: 'A1' } })).toMatchObject([
      { type: 'string_pattern_mismatch', msg: "String should match pattern '^[a-z]+$'" },
    ])
  })

  test('an absent body is itself missing', () => {
    expect(rowsFor({ body: undefined })).toEqual([{ loc: ['body'], msg: 'Field required', type: 'missing' }])
  })

  test.each([null, [], 'x', 1])('a body of %j is not an object', (body) => {
    expect(rowsFor({ body })).toMatchObject([{ loc: ['body'], type: 'dict_type' }])
  })

  test('list positions are numbers', () => {
    expect(bodyRow('tags', ['a', 7])).toMatchObject([{ loc: ['body', 'tags', 1], type: 'string_type' }])
  })

  test('nested places are named from the outside in', () => {
    expect(bodyRow('extra', { a: 'x' })).toMatchObject([{ loc: ['body', 'extra', 'a'], type: 'int_type' }])
  })

  test('null is fine where it may stand, and unknown fields are ignored', () => {
    expect(rowsFor({ body: { name: 'ab', label: null, unknown: 1 } })).toEqual([])
  })

  test('query values are read as their type, filled with defaults and refused by part', () => {
    const query: Record<string, unknown> = {}
    rowsFor({ query })
    expect(query).toEqual({ limit: 3 })
    expect(rowsFor({ query: { limit: '7', deep: 'true' } })).toEqual([])
    expect(rowsFor({ query: { limit: 'x' } })).toEqual([
      {
        loc: ['query', 'limit'],
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        type: 'int_parsing',
      },
    ])
    expect(rowsFor({ query: { deep: 'maybe' } })).toMatchObject([
      { loc: ['query', 'deep'], type: 'bool_parsing' },
    ])
    expect(rowsFor({ query: { limit: ['1', '2'] } })).toMatchObject([{ loc: ['query', 'limit'] }])
  })

  test('every part is reported at once', () => {
    const rows = rowsFor({ params: { id: 'too long' }, query: { limit: '99' }, headers: {}, body: {} })
    expect(rows.map((row) => row.loc)).toEqual([
      ['path', 'id'],
      ['query', 'limit'],
      ['header', 'idempotency-key'],
      ['body', 'name'],
    ])
  })

  test('NUL in a path or query is refused', () => {
    expect(rowsFor({ params: { id: 'a\0' } })).toMatchObject([
      { loc: ['path', 'id'], type: 'string_unicode' },
    ])
    expect(rowsFor({ query: { limit: '\0' } })).toMatchObject([
      { loc: ['query', 'limit'], type: 'string_unicode' },
    ])
  })
})
