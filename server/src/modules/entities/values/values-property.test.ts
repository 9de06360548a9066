/** Values that fit a schema pass, and any broken one is found at its place. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '../../../../test/random-runs.ts'
import type { Json } from '../conditions/condition.ts'
import type { EntitySchema, Property } from '../schemas/entity-schema.ts'
import { checkSchema } from '../schemas/schema-rules.ts'
import { checkValues } from './values.ts'

/** A property, with values that fit it and values that do not. */
interface Sample {
  property: Property
  fit: fc.Arbitrary<Json>
  wrong: fc.Arbitrary<Json>
}

const otherThan = (...types: string[]) =>
  fc
    .oneof(
      fc.string({ minLength: 1 }),
      fc.integer().map((n) => n + 0.5),
      fc.boolean(),
      fc.constant<Json[]>([]),
      fc.constant<Json>({ a: 1 }),
    )
    .filter((value) => !types.includes(Array.isArray(value) ? 'array' : typeof value))

const text: fc.Arbitrary<Sample> = fc
  .record({ min: fc.nat({ max: 4 }), more: fc.nat({ max: 4 }) })
  .map(({ min, more }) => ({
    property: { type: 'string', minLength: min, maxLength: min + more },
    fit: fc
      .string({ minLength: min, maxLength: min + more, unit: 'grapheme-composite' })
      .filter((one) => [...one].length <= min + more),
    wrong: fc.oneof(
      otherThan('string'),
      fc.string({ minLength: min + more + 1, maxLength: min + more + 5, unit: 'binary' }),
      ...(min > 0 ? [fc.string({ maxLength: min - 1, unit: 'binary' })] : []),
    ),
  }))

const number: fc.Arbitrary<Sample> = fc
  .record({ low: fc.integer({ min: -50, max: 50 }), range: fc.nat({ max: 9 }), whole: fc.boolean() })
  .map(({ low, range, whole }) => ({
    property: { type: whole ? 'integer' : 'number', minimum: low, maximum: low + range },
    fit: whole
      ? fc.integer({ min: low, max: low + range })
      : fc.double({ min: low, max: low + range, noNaN: true }),
    wrong: fc.oneof(
      otherThan('number'),
      fc.integer({ min: low + range + 1, max: low + range + 99 }),
      fc.integer({ min: low - 99, max: low - 1 }),
      fc.constantFrom<Json>(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
    ),
  }))

const choice: fc.Arbitrary<Sample> = fc
  .uniqueArray(fc.oneof(fc.string({ maxLength: 3 }), fc.integer()), { minLength: 1, maxLength: 5 })
  .map((choices) => ({
    property: { enum: choices },
    fit: fc.constantFrom<Json>(...choices),
    wrong: fc.string({ minLength: 4, maxLength: 9 }),
  }))

const flag = fc.constant<Sample>({
  property: { type: 'boolean' },
  fit: fc.boolean(),
  wrong: otherThan('boolean'),
})

const format: fc.Arbitrary<Sample> = fc.constantFrom<Sample>(
  { property: { type: 'string', format: 'uuid' }, fit: fc.uuid(), wrong: fc.string({ maxLength: 20 }) },
  { property: { type: 'string', format: 'ipv4' }, fit: fc.ipV4(), wrong: fc.string({ maxLength: 5 }) },
  {
    property: { type: 'string', format: 'date-time' },
    fit: fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    wrong: fc.string({ maxLength: 15 }),
  },
  {
    property: { type: 'string', pattern: '^[a-c]{2}$' },
    fit: fc.constantFrom('ab', 'cc'),
    wrong: fc.constantFrom('d', 'abc'),
  },
)

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    // Below the 8 levels that a schema may have; the bound itself is held by schema-rules.test.ts.
    { depthSize: 'small', maxDepth: 6, withCrossShrink: true },
    fc.oneof(text, number, choice, flag, format),
    tie('sample').map(listOf),
    fc
      .dictionary(fc.stringMatching(/^f\w{0,4}$/), tie('sample'), {
        minKeys: 1,
        maxKeys: 3,
        noNullPrototype: true,
      })
      .map(objectOf),
  ),
}))

function listOf({ property, fit, wrong }: Sample): Sample {
  return {
    property: { type: 'array', items: property, maxItems: 4 },
    fit: fc.array(fit, { maxLength: 4 }),
    wrong: fc.oneof(
      otherThan('array'),
      fc.tuple(fc.array(fit, { maxLength: 3 }), wrong).map(([fitting, one]) => [...fitting, one]),
      fc.array(fit, { minLength: 5, maxLength: 6 }),
    ),
  }
}

function objectOf(samples: { [name: string]: Sample }): Sample {
  const entries = Object.entries(samples)
  const [first = ['', undefined]] = entries
  const fit = fc.record<{ [name: string]: Json }>(
    Object.fromEntries(entries.map(([name, one]) => [name, one.fit])),
    { requiredKeys: [first[0]], noNullPrototype: true },
  )
  return {
    property: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, one]) => [name, one.property])),
      required: [first[0]],
    },
    fit,
    wrong: fc.oneof(
      otherThan('object'),
      fit.map(({ [first[0]]: _, ...rest }) => rest),
      fc
        .tuple(fit, first[1]?.wrong ?? fc.constant(null))
        .map(([fitting, one]) => ({ ...fitting, [first[0]]: one })),
    ),
  }
}

const entityWith = (property: Property): EntitySchema => ({
  name: 'Sample',
  type: 'object',
  properties: { x: property, y: { type: 'string' } },
  required: ['x'],
})

test('what fits is accepted, what does not is refused at its place', () => {
  fc.assert(
    fc.property(
      sample.chain(({ property, fit, wrong }) => fc.record({ property: fc.constant(property), fit, wrong })),
      ({ property, fit, wrong }) => {
        const schema = entityWith(property)
        expect(checkSchema(schema)).toEqual([])
        expect(checkSchema(entityWith({ ...property, default: fit }))).toEqual([])
        for (const operation of ['create', 'update'] as const) {
          expect(checkValues(schema, { x: fit }, operation)).toEqual([])
          const faults = checkValues(schema, { x: wrong, y: 'fits' }, operation)
          expect(faults.length).toBeGreaterThan(0)
          for (const { loc } of faults) expect(loc.slice(0, 2)).toEqual(['body', 'x'])
        }
      },
    ),
    { numRuns: randomRuns(400) },
  )
})

test('no schema and no value makes the checks throw', () => {
  const keyword = fc.constantFrom(
    'name',
    'type',
    'properties',
    'items',
    'enum',
    'required',
    'rls',
    'indexes',
    'index',
    'default',
    'format',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'read',
    'write',
    '$or',
    'user_condition',
    'data.x',
    'x',
    '__proto__',
    'constructor',
  )
  const word = fc.constantFrom(
    'string',
    'object',
    'array',
    'x',
    'read',
    '(',
    '{{user.id}}',
    '{{',
    'date',
    'Task',
  )
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'medium' },
      fc.oneof(word, fc.boolean(), fc.integer(), fc.constant(null), keyword),
      fc.array(tie('json'), { maxLength: 3 }),
      fc
        .array(fc.tuple(keyword, tie('json')), { maxLength: 5 })
        .map((entries) => Object.fromEntries(entries)),
    ),
  }))
  const schema = fc
    .record(
      {
        properties: fc.dictionary(fc.constantFrom('x', 'y'), json, { noNullPrototype: true }),
        rls: json,
        indexes: json,
        required: json,
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map((some) => ({ name: 'Task', ...some }))
  fc.assert(
    fc.property(
      fc.oneof(json, schema),
      fc.dictionary(keyword, json, { noNullPrototype: true }),
      (some, values) => {
        const faults = checkSchema(some)
        for (const { loc, msg, type } of faults)
          expect([loc[0], typeof msg, typeof type]).toEqual(['body', 'string', 'string'])
        if (faults.length > 0) return
        checkValues(some as unknown as EntitySchema, values, 'create')
      },
    ),
    { numRuns: randomRuns(1_000) },
  )
})
