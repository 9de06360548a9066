import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import type { Json } from '../conditions/condition.ts'
import type { Property } from '../schemas/entity-schema.ts'
import { isMultiple } from './decimals.ts'
import { checkValue } from './values.ts'

const faultsOf = (property: Property, value: Json) =>
  checkValue(property, value, []).map(({ loc, type }) => [...loc, type].join('.'))

describe('a keyword of JSON Schema is enforced', () => {
  test.each<[Property, Json[], [Json, string][]]>([
    [{ const: 'a' }, ['a'], [['b', 'literal_error']]],
    [{ const: { a: [1] } }, [{ a: [1] }], [[{ a: [2] }, 'literal_error']]],
    [{ multipleOf: 0.1 }, [0.3, -1.1, 0, 'x'], [[0.35, 'multiple_of']]],
    [
      { exclusiveMinimum: 0, exclusiveMaximum: 1 },
      [0.5],
      [
        [0, 'greater_than'],
        [1, 'less_than'],
      ],
    ],
    [
      { uniqueItems: true },
      [[], [1, '1', { a: 1, b: 2 }]],
      [
        [[1, 2, 1], '2.value_error'],
        [
          [
            { a: 1, b: 2 },
            { b: 2, a: 1 },
          ],
          '1.value_error',
        ],
      ],
    ],
    [
      { contains: { type: 'number' } },
      [['a', 1], 'no list'],
      [
        [['a'], 'value_error'],
        [[], 'value_error'],
      ],
    ],
    [{ contains: { const: 1 }, minContains: 0, maxContains: 1 }, [[], [1]], [[[1, 1], 'value_error']]],
    [
      { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      [['a', 1], []],
      [
        [[1, 1], '0.string_type'],
        [['a', 'b'], '1.float_type'],
      ],
    ],
    [
      { minProperties: 1, maxProperties: 1 },
      [{ a: 1 }],
      [
        [{}, 'too_short'],
        [{ a: 1, b: 2 }, 'too_long'],
      ],
    ],
    [{ dependentRequired: { a: ['b'] } }, [{}, { b: 1 }, { a: 1, b: 1 }], [[{ a: 1 }, 'b.missing']]],
    [{ dependentSchemas: { a: { required: ['b'] } } }, [{ b: 1 }], [[{ a: 1 }, 'b.missing']]],
    [{ propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [[{ abc: 1 }, 'abc.string_too_long']]],
    [
      { patternProperties: { '^n_': { type: 'number' } } },
      [{ n_a: 1, a: 'x' }],
      [[{ n_a: 'x' }, 'n_a.float_type']],
    ],
    [
      { properties: { a: {} }, patternProperties: { '^x': {} }, additionalProperties: false },
      [{ a: 1, xx: 1 }],
      [[{ b: 1 }, 'b.value_error']],
    ],
    [
      { properties: { a: {} }, additionalProperties: { type: 'string' } },
      [{ a: 1, b: 'x' }],
      [[{ b: 1 }, 'b.string_type']],
    ],
    [
      { allOf: [{ minLength: 2 }, { maxLength: 3 }] },
      ['ab'],
      [
        ['a', 'string_too_short'],
        ['abcd', 'string_too_long'],
      ],
    ],
    [
      { anyOf: [{ type: 'string' }, { minimum: 5, type: 'number' }] },
      ['a', 6],
      [
        [4, 'value_error'],
        [true, 'value_error'],
      ],
    ],
    [{ oneOf: [{ minimum: 1 }, { maximum: 2 }] }, [0, 3], [[1.5, 'value_error']]],
    [{ not: { enum: ['a'] } }, ['b'], [['a', 'value_error']]],
    [{ not: true }, [], [['a', 'value_error']]],
    [
      // biome-ignore lint/suspicious/noThenProperty: it is the keyword
      { if: { properties: { kind: { const: 'b' } } }, then: { required: ['b'] }, else: { required: ['a'] } },
      [
        { kind: 'b', b: 1 },
        { kind: 'a', a: 1 },
      ],
      [
        [{ kind: 'b' }, 'b.missing'],
        [{ kind: 'a' }, 'a.missing'],
      ],
    ],
  ])('%j', (property, fitting, others) => {
    for (const value of fitting) expect([value, faultsOf(property, value)]).toEqual([value, []])
    for (const [value, fault] of others) expect([value, faultsOf(property, value)]).toEqual([value, [fault]])
  })

  test('in time that does not grow with keywords times values', () => {
    const used = cpuTime()
    const many = Array.from({ length: 300_000 }, (_, n) => n)
    const allOf = Array.from({ length: 100 }, () => ({
      items: { anyOf: [{ type: 'string' }, { minimum: 0 }] },
    }))
    expect(faultsOf({ allOf }, many)).toEqual([expect.stringMatching(/^\d+\.value_error$/)])
    expect(faultsOf({ not: { allOf: allOf as Property[] } }, many)).toEqual(['value_error'])
    expect(used()).toBeLessThan(8_000)
  })
})

test.each([
  [1e21, 10, true],
  [1.5e-7, 5e-8, true],
  [1e300, 1e-300, true],
  [4.35, 0.01, true],
  [4.351, 0.01, false],
  [-7, 2, false],
  [0, 3, true],
])('%d is a multiple of %d: %s', (value, of, expected) => {
  expect(isMultiple(value, of)).toBe(expected)
})
