import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkFor } from '../../platform/fitting-value.ts'
import { exampleValue } from './example-value.ts'

const leaf = fc.oneof(
  fc.constant({ type: 'boolean' }),
  fc.constant({ type: 'null' }),
  fc.constantFrom('date', 'date-time', 'email', 'uri', 'uuid', 'ipv4', 'hostname', 'time').map((format) => ({
    type: 'string',
    format,
  })),
  fc.tuple(fc.nat(50), fc.nat(50)).map(([a, b]) => ({ type: 'string', minLength: a, maxLength: a + b })),
  fc.tuple(fc.integer({ min: -500, max: 500 }), fc.nat(300)).map(([a, b]) => ({
    type: 'integer',
    minimum: a,
    maximum: a + b,
  })),
  fc
    .tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: 1, max: 300 }))
    .map(([a, b]) => ({ type: 'number', exclusiveMinimum: a, exclusiveMaximum: a + b })),
  fc.integer({ min: 1, max: 60 }).map((multipleOf) => ({ type: 'integer', multipleOf, minimum: 3 })),
  fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
)

const { schema } = fc.letrec<{ schema: object; object: object; list: object; either: object; both: object }>(
  (tie) => ({
    schema: fc.oneof({ maxDepth: 4 }, leaf, tie('object'), tie('list'), tie('either'), tie('both')),
    object: fc
      .tuple(
        fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), tie('schema'), { maxKeys: 4 }),
        fc.boolean(),
      )
      .map(([properties, isClosed]) => ({
        type: 'object',
        properties,
        required: Object.keys(properties),
        ...(isClosed && { additionalProperties: false }),
      })),
    list: fc
      .tuple(tie('schema'), fc.nat(3))
      .map(([items, minItems]) => ({ type: 'array', items, minItems, maxItems: minItems + 1 })),
    either: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    both: fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => ({
      allOf: [
        { properties: { a }, required: ['a'] },
        { properties: { b }, required: ['b'] },
      ],
    })),
  }),
)

describe('an example', () => {
  test('fits any schema of these forms, and is the same every time', () => {
    fc.assert(
      fc.property(schema, fc.string(), (one, words) => {
        const value = exampleValue(one, words)
        expect(checkFor(one as never)(value)).toBeNull()
        expect(exampleValue(one, words)).toEqual(value)
      }),
      { numRuns: 300 },
    )
  })

  test('of a schema that refers to itself ends', () => {
    const tree = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          required: ['name', 'children'],
          properties: {
            name: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/$defs/node' } },
          },
        },
      },
    }
    expect(checkFor(tree as never)(exampleValue(tree, 'x'))).toBeNull()
    for (const odd of [
      { $ref: '#' },
      { allOf: [{ $ref: '#' }] },
      { $ref: '#/nowhere' },
      { type: 'array', minItems: 1e9 },
    ]) {
      exampleValue(odd, 'x')
    }
  })
})
