import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import type { Json } from '../conditions/condition.ts'
import type { EntitySchema, Property } from '../schemas/entity-schema.ts'
import { checkValues, declared, type Values, withDefaults } from './values.ts'

const entity = (properties: { [name: string]: Property }, required: string[] = []): EntitySchema => ({
  name: 'Task',
  properties,
  required,
})
const faultsOf = (property: Property, x: unknown) =>
  checkValues(entity({ x: property }), { x: x as Json }, 'update').map(
    ({ loc, type }) => `${loc.join('.')}: ${type}`,
  )

describe('a value is refused', () => {
  test.each([
    [{ type: 'string' }, 1, 'string_type'],
    [{ type: 'string' }, { $ne: null }, 'string_type'],
    [{ type: 'string' }, ['a'], 'string_type'],
    [{ type: 'number' }, '1', 'float_type'],
    [{ type: 'number' }, Number.POSITIVE_INFINITY, 'finite_number'],
    [{ type: 'integer' }, '1', 'int_type'],
    [{ type: 'integer' }, 1.5, 'int_from_float'],
    [{ type: 'integer' }, Number.NEGATIVE_INFINITY, 'finite_number'],
    [{ type: 'boolean' }, 'true', 'bool_type'],
    [{ type: 'boolean' }, 0, 'bool_type'],
    [{ type: 'array' }, {}, 'list_type'],
    [{ type: 'object' }, [], 'dict_type'],
    [{ type: 'null' }, 0, 'none_required'],
    [{ type: ['string', 'number'] }, true, 'string_type'],
    [{ type: ['null', 'integer'] }, 'a', 'int_type'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'enum'],
    [{ enum: [1, { a: 1 }] }, { a: 2 }, 'enum'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'string_too_long'],
    [{ type: 'string', minLength: 2 }, '\u{1F600}', 'string_too_short'],
    [{ type: 'string', pattern: '^a+$' }, 'ab', 'string_pattern_mismatch'],
    [{ type: 'number', minimum: 1 }, 0.5, 'greater_than_equal'],
    [{ type: 'number', maximum: 1 }, 1.5, 'less_than_equal'],
    [{ type: 'array', minItems: 1 }, [], 'too_short'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'too_long'],
    [{ type: 'string', format: 'date' }, '2026-02-30', 'date_parsing'],
    [{ type: 'string', format: 'date-time' }, '2026-02-03', 'datetime_parsing'],
    [{ type: 'string', format: 'date-time' }, '2026-02-03T25:00:00Z', 'datetime_parsing'],
    [{ type: 'string', format: 'date-time' }, '2026-02-03T10:00:00Z T', 'datetime_parsing'],
    [{ type: 'string', format: 'time' }, '10', 'time_parsing'],
    [{ type: 'string', format: 'duration' }, '1 day', 'time_delta_parsing'],
    [{ type: 'string', format: 'uri' }, 'no address', 'url_parsing'],
    [{ type: 'string', format: 'url' }, '/relative', 'url_parsing'],
    [{ type: 'string', format: 'uuid' }, '1234', 'uuid_parsing'],
    [{ type: 'string', format: 'email' }, 'ada@', 'value_error'],
    [{ type: 'string', format: 'ipv4' }, '1.2.3.256', 'value_error'],
    [{ type: 'string', format: 'ipv6' }, ':::', 'value_error'],
    [{ type: 'string', format: 'hostname' }, '-a', 'value_error'],
  ] as [Property, unknown, string][])('%j does not take %j', (property, value, type) => {
    expect(faultsOf(property, value)).toEqual([`body.x: ${type}`])
  })

  test('inside lists and objects, by its place', () => {
    const list: Property = {
      type: 'array',
      items: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    }
    expect(faultsOf(list, [{ n: 1 }, { n: 'a' }, {}, null, { n: null }])).toEqual([
      'body.x.1.n: int_type',
      'body.x.2.n: missing',
      'body.x.3: dict_type',
      'body.x.4.n: int_type',
    ])
    expect(faultsOf({}, { a: [1, Number.POSITIVE_INFINITY] })).toEqual(['body.x.a.1: finite_number'])
    expect(faultsOf({ type: 'object', properties: { a: {} } }, { b: { c: -Infinity } })).toEqual([
      'body.x.b.c: finite_number',
    ])
  })

  test('in words that help', () => {
    const messageOf = (property: Property, x: Json) =>
      checkValues(entity({ x: property }), { x }, 'update')[0]?.msg
    expect(messageOf({ enum: ['a', 1, null] }, 'b')).toBe("Input should be 'a', 1 or null")
    expect(messageOf({ enum: Array.from({ length: 25 }, (_, n) => n) }, 'b')).toMatch(/18 or 6 others$/)
    expect(messageOf({ type: ['string', 'integer', 'null'] }, true)).toBe(
      'Input should be a valid string or integer',
    )
    expect(messageOf({ type: 'string', maxLength: 1 }, 'ab')).toBe('String should have at most 1 character')
  })

  test('and no more than 50 times', () => {
    const wrong = Array.from({ length: 100_000 }, () => 'a')
    expect(faultsOf({ type: 'array', items: { type: 'integer' } }, wrong)).toHaveLength(50)
  })
})

describe('a value is accepted', () => {
  test.each([
    [{}, { a: [1, 'b', null] }],
    [{ type: 'string', maxLength: 1 }, '\u{1F600}'],
    [{ type: ['string', 'number'] }, 1],
    [{ type: 'integer' }, 1e21],
    [{ enum: [{ a: 1 }] }, { a: 1 }],
    [{ type: 'string', pattern: 'b' }, 'abc'],
    [{ type: 'string', format: 'date' }, '2024-02-29'],
    [{ type: 'string', format: 'date-time' }, '2026-02-03T10:00:00.123Z'],
    [{ type: 'string', format: 'date-time' }, '2026-02-03T10:00+02:00'],
    [{ type: 'string', format: 'date-time' }, '2026-02-03 10:00:00'],
    [{ type: 'string', format: 'time' }, '10:00'],
    [{ type: 'string', format: 'time' }, '10:00:30Z'],
    [{ type: 'string', format: 'duration' }, 'P1DT2H'],
    [{ type: 'string', format: 'uri' }, 'https://example.com/a?b=c#d'],
    [{ type: 'string', format: 'email' }, 'ada@example.com'],
    [{ type: 'string', format: 'ipv6' }, '::1'],
    [{ type: 'string', format: 'hostname' }, 'example.com'],
    [{ type: 'string', format: 'uuid' }, '8d8ac610-566d-4ef0-9c22-186b2a5ed793'],
    [{ type: 'string', format: 'markdown' }, 'anything'],
    [
      { type: 'object', properties: { a: { type: 'string' } } },
      { a: null, b: 1 },
    ],
    [{ type: 'string', minimum: 5, items: { type: 'string' } }, 'bounds of other types say nothing'],
  ] as [Property, unknown][])('%j takes %j', (property, value) => {
    expect(faultsOf(property, value)).toEqual([])
  })
})

describe('required and empty fields', () => {
  const schema = entity(
    { title: { type: 'string' }, note: { type: 'string' }, maybe: { type: ['string', 'null'] }, any: {} },
    ['title', 'maybe', 'any'],
  )
  const check = (values: Values, operation: 'create' | 'update') =>
    checkValues(schema, values, operation).map(({ loc, type }) => `${loc.at(-1)}: ${type}`)

  test('what is required must be there on create, and need not be sent on update', () => {
    expect(check({}, 'create')).toEqual(['title: missing', 'maybe: missing', 'any: missing'])
    expect(check({}, 'update')).toEqual([])
    expect(check({ title: 'a', maybe: null, any: null }, 'create')).toEqual([])
  })

  test('null empties what is not required, and what may be null', () => {
    expect(check({ note: null, maybe: null, any: null }, 'update')).toEqual([])
    expect(check({ title: null }, 'update')).toEqual(['title: string_type'])
    expect(check({ title: null, maybe: null, any: null, note: null }, 'create')).toEqual([
      'title: string_type',
    ])
  })

  test('the place can be named, for one of many', () => {
    const [fault] = checkValues(schema, { title: 1 }, 'update', ['body', 3])
    expect(fault?.loc).toEqual(['body', 3, 'title'])
  })
})

describe('names that are not declared', () => {
  const schema = entity({ title: { type: 'string' }, place: { type: 'object', properties: { city: {} } } })

  test('are dropped with the automatic ones, but not inside a field', () => {
    const sent = JSON.parse(
      '{"title": "a", "titel": 1, "id": "x", "created_by": "y", "is_sample": true, "constructor": 1, "__proto__": {"polluted": true}, "place": {"city": "b", "other": 1}}',
    )
    expect(declared(schema, sent)).toEqual({ title: 'a', place: { city: 'b', other: 1 } })
    expect(checkValues(schema, sent, 'create')).toEqual([])
    expect(({} as { polluted?: true }).polluted).toBeUndefined()
  })
})

describe('withDefaults', () => {
  const schema = entity({
    status: { type: 'string', default: 'open' },
    none: { default: null },
    tags: { type: 'array', default: ['a'] },
    plain: { type: 'string' },
    place: { type: 'object', properties: { country: { type: 'string', default: 'AT' }, city: {} } },
  })

  test('fills in what is absent, not what is empty, also inside an object that is there', () => {
    expect(withDefaults(schema, {})).toEqual({ status: 'open', none: null, tags: ['a'] })
    expect(withDefaults(schema, { status: null, tags: [], place: { city: 'b' } })).toEqual({
      status: null,
      none: null,
      tags: [],
      place: { city: 'b', country: 'AT' },
    })
  })

  test('leaves the values that were sent and the schema alone', () => {
    const sent = { place: {} }
    const filled = withDefaults(schema, sent)
    ;(filled.tags as Json[]).push('b')
    expect(sent).toEqual({ place: {} })
    expect(withDefaults(schema, {}).tags).toEqual(['a'])
  })
})

describe('time', () => {
  test('a hostile text does not keep anybody waiting', () => {
    const used = cpuTime()
    const long = 500_000
    const patterns: Property[] = ['(a+)+$', '(.*a){30}b', '[ab]*a[ab]{30}$', '(a|ab|b){2,200}$'].map(
      (pattern) => ({
        type: 'string',
        pattern,
      }),
    )
    const formats = ['email', 'uri', 'hostname', 'ipv6', 'duration', 'date-time', 'time', 'uuid'].map(
      (format) => ({
        type: 'string' as const,
        format,
      }),
    )
    const texts = [
      'a'.repeat(long),
      'ab'.repeat(long / 2),
      `http://${'a/'.repeat(40_000)} `,
      '1:'.repeat(long / 2),
    ]
    for (const property of [...patterns, ...formats]) for (const text of texts) faultsOf(property, text)
    expect(used()).toBeLessThan(8_000)
  })

  test('and too much text for a pattern is refused', () => {
    const property: Property = { type: 'array', items: { type: 'string', pattern: 'a{90}' } }
    const used = cpuTime()
    const faults = faultsOf(property, Array(500).fill('a'.repeat(2_000)))
    expect(faults).toEqual(['body.x.2: value_error'])
    expect(used()).toBeLessThan(200)
  })
})
