import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import type { Property } from './entity-schema.ts'
import { checkSchema } from './schema-rules.ts'

const task = (more: object = {}) => ({
  name: 'Task',
  type: 'object',
  properties: { title: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
  ...more,
})
const withField = (x: unknown) => task({ properties: { x } })
/** The faults as `place: type`, without the part of the request. */
const faultsOf = (json: unknown) =>
  checkSchema(json).map(({ loc, type }) => `${loc.slice(1).join('.')}: ${type}`)
const nested = (levels: number): Property =>
  levels === 1 ? { type: 'string' } : { type: 'object', properties: { x: nested(levels - 1) } }
const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, value]))

describe('a schema is refused', () => {
  test.each([
    [null, ': dict_type'],
    [[], ': dict_type'],
    ['Task', ': dict_type'],
    [{ properties: {} }, 'name: missing'],
    [task({ name: 1 }), 'name: string_type'],
    [task({ name: {} }), 'name: string_type'],
    [task({ name: '' }), 'name: string_pattern_mismatch'],
    [task({ name: 'a-b' }), 'name: string_pattern_mismatch'],
    [task({ name: 'Task\n' }), 'name: string_pattern_mismatch'],
    [task({ name: 'Tâche' }), 'name: string_pattern_mismatch'],
    [task({ name: '"; drop table users; --' }), 'name: string_pattern_mismatch'],
    [task({ name: 'x'.repeat(65) }), 'name: string_too_long'],
    [task({ name: '__proto__' }), 'name: value_error'],
    [task({ name: 'constructor' }), 'name: value_error'],
    [task({ name: 'hasOwnProperty' }), 'name: value_error'],
    [task({ type: 'array' }), 'type: literal_error'],
    [task({ properties: [] }), 'properties: dict_type'],
    [task({ properties: null }), 'properties: dict_type'],
    [task({ properties: many(201, {}) }), 'properties: too_long'],
    [task({ required: 'title' }), 'required: list_type'],
    [task({ required: ['title', 'other'] }), 'required.1: value_error'],
    [task({ required: ['toString'] }), 'required.0: value_error'],
    [task({ required: [1] }), 'required.0: string_type'],
    [task({ note: 'x'.repeat(100_001) }), ': value_error'],
    [task({ note: 'é'.repeat(50_001) }), ': value_error'],
  ])('%j', (json, fault) => {
    expect(faultsOf(json)).toEqual([fault])
  })

  test.each([
    'id',
    'created_by',
    'created_by_id',
    'created_date',
    'updated_date',
    'is_sample',
    'a.b',
    '$set',
    '',
    'a\nb',
    'a\u0000',
    'a\u0085b',
    '\ud800',
    'x'.repeat(129),
    '🎈'.repeat(129),
  ])('for a property named %j', (name) => {
    const [fault, ...others] = checkSchema(task({ properties: { [name]: { type: 'string' } } }))
    expect(fault?.loc).toEqual(['body', 'properties', name])
    expect(others).toEqual([])
  })
})

describe('a property is refused', () => {
  test.each([
    [null, ': dict_type'],
    ['string', ': dict_type'],
    [{ type: 'text' }, '.type: literal_error'],
    [{ type: 'toString' }, '.type: literal_error'],
    [{ type: null }, '.type: literal_error'],
    [{ type: [] }, '.type: literal_error'],
    [{ type: ['string', 'text'] }, '.type: literal_error'],
    [{ type: ['string', 'string'] }, '.type: value_error'],
    [{ enum: 'a' }, '.enum: list_type'],
    [{ enum: [] }, '.enum: value_error'],
    [{ enum: Array.from({ length: 1001 }, (_, n) => n) }, '.enum: value_error'],
    [{ type: 'string', enum: ['a', 1] }, '.enum.1: value_error'],
    [{ type: 'string', format: 1 }, '.format: string_type'],
    [{ type: 'string', format: 'emial' }, '.format: literal_error'],
    [{ type: 'string', format: 'constructor' }, '.format: literal_error'],
    [{ type: 'string', minLength: -1 }, '.minLength: value_error'],
    [{ type: 'string', maxLength: 1.5 }, '.maxLength: value_error'],
    [{ type: 'string', maxLength: '5' }, '.maxLength: value_error'],
    [{ type: 'string', minLength: 5, maxLength: 4 }, '.maxLength: value_error'],
    [{ type: 'number', minimum: '1' }, '.minimum: value_error'],
    [{ type: 'number', maximum: Number.POSITIVE_INFINITY }, '.maximum: finite_number'],
    [{ unknown: [Number.NEGATIVE_INFINITY] }, '.unknown.0: finite_number'],
    [{ type: 'number', minimum: 2, maximum: 1 }, '.maximum: value_error'],
    [{ type: 'array', minItems: 2, maxItems: 1 }, '.maxItems: value_error'],
    [{ type: 'string', pattern: 1 }, '.pattern: string_type'],
    [{ type: 'string', pattern: '(' }, '.pattern: value_error'],
    [{ type: 'string', pattern: '(?=a)' }, '.pattern: value_error'],
    [{ type: 'string', pattern: '(a)\\1' }, '.pattern: value_error'],
    [{ type: 'string', pattern: 'x'.repeat(501) }, '.pattern: string_too_long'],
    [{ type: 'string', pattern: '((a{100}){100}){100}' }, '.pattern: value_error'],
    [{ type: 'string', pattern: '(a|ab|b){2,400}' }, '.pattern: value_error'],
    [{ type: 'array', items: [{ type: 'string' }] }, '.items: dict_type'],
    [{ type: 'array', items: { type: 'text' } }, '.items.type: literal_error'],
    [{ type: 'array', items: { rls: { read: true } } }, '.items.rls: value_error'],
    [{ type: 'array', items: { properties: { y: { rls: {} } } } }, '.items.properties.y.rls: value_error'],
    [{ type: 'object', properties: { y: 1 } }, '.properties.y: dict_type'],
    [{ type: 'object', properties: { $y: {} } }, '.properties.$y: value_error'],
    [{ type: 'object', properties: { y: {} }, required: ['z'] }, '.required.0: value_error'],
    [{ type: 'string', required: true }, '.required: list_type'],
    [{ type: 'string', index: 1 }, '.index: bool_type'],
    [{ type: 'array', index: true }, '.index: value_error'],
    [{ index: true }, '.index: value_error'],
    [{ type: 'array', items: { type: 'string', index: true } }, '.items.index: value_error'],
    [{ type: 'string', default: 1 }, '.default: string_type'],
    [{ type: 'string', enum: ['a'], default: 'b' }, '.default: enum'],
    [{ type: 'integer', minimum: 1, default: 0 }, '.default: greater_than_equal'],
    [{ type: 'string', format: 'date', default: 'today' }, '.default: date_parsing'],
    [{ type: 'array', items: { type: 'string' }, default: ['a', 1] }, '.default.1: string_type'],
    [{ multipleOf: 0 }, '.multipleOf: value_error'],
    [{ exclusiveMinimum: true }, '.exclusiveMinimum: value_error'],
    [{ uniqueItems: 'yes' }, '.uniqueItems: bool_type'],
    [{ maxProperties: -1 }, '.maxProperties: value_error'],
    [{ anyOf: [] }, '.anyOf: value_error'],
    [{ oneOf: {} }, '.oneOf: value_error'],
    [{ allOf: [{ type: 'text' }] }, '.allOf.0.type: literal_error'],
    [{ not: 'that' }, '.not: dict_type'],
    [{ anyOf: [{ rls: { read: false } }] }, '.anyOf.0.rls: value_error'],
    [{ patternProperties: { '(?=a)': {} } }, '.patternProperties.(?=a): value_error'],
    [{ dependentRequired: { a: 'b' } }, '.dependentRequired.a: value_error'],
    [{ patternProperties: { '^a': { type: 'text' } } }, '.patternProperties.^a.type: literal_error'],
    [{ patternProperties: { '^a': 'that' } }, '.patternProperties.^a: dict_type'],
    [{ dependentSchemas: [] }, '.dependentSchemas: dict_type'],
    [{ dependentSchemas: { a: { rls: { read: false } } } }, '.dependentSchemas.a.rls: value_error'],
    [{ dependentSchemas: { a: 1 } }, '.dependentSchemas.a: dict_type'],
    [{ multipleOf: 5, default: 3 }, '.default: multiple_of'],
    [{ type: 'string', rls: [] }, '.rls: dict_type'],
    [{ type: 'string', rls: { raed: false } }, '.rls.raed: literal_error'],
    [{ type: 'string', rls: { read: 'nobody' } }, '.rls.read: value_error'],
  ])('%j', (property, fault) => {
    expect(faultsOf(withField(property))).toEqual([`properties.x${fault}`])
  })

  test.each(['anyOf', 'prefixItems'])('when %s holds more than 100 schemas', (name) => {
    expect(faultsOf(withField({ [name]: Array(100).fill({}) }))).toEqual([])
    expect(faultsOf(withField({ [name]: Array(101).fill({}) }))).toEqual([
      `properties.x.${name}: value_error`,
    ])
  })

  test.each(['dependentSchemas', 'patternProperties'])('when %s holds more than 100 schemas', (name) => {
    const many = (length: number) => Object.fromEntries(Array.from({ length }, (_, n) => [`a${n}`, {}]))
    expect(faultsOf(withField({ [name]: many(100) }))).toEqual([])
    expect(faultsOf(withField({ [name]: many(101) }))).toEqual([`properties.x.${name}: too_long`])
  })

  test('when it is nested deeper than 8', () => {
    expect(faultsOf(withField(nested(8)))).toEqual([])
    const [fault] = checkSchema(withField(nested(9)))
    expect(fault?.msg).toMatch('nested 8 deep')
    expect(fault?.loc).toHaveLength(2 + 1 + 8 * 2)
  })
})

describe('a rule is refused', () => {
  test.each([
    [[], ': dict_type'],
    [{ raed: true }, '.raed: literal_error'],
    [{ read: 'all' }, '.read: value_error'],
    [{ read: [] }, '.read: value_error'],
    [{ read: { title: 'a' } }, '.read.title: value_error'],
    [{ read: { 'data.titel': 'a' } }, '.read.data.titel: value_error'],
    [{ read: { 'data.constructor': 'a' } }, '.read.data.constructor: value_error'],
    [{ read: { 'data.title': { $regex: 'a' } } }, '.read.data.title.$regex: value_error'],
    [{ write: { $or: [{ id: 'a' }, { 'data.nope': 1 }] } }, '.write.$or.1.data.nope: value_error'],
    [{ update: { created_date: { $gt: 'soon' } } }, '.update.created_date.$gt: value_error'],
    [{ read: { user_condition: 'admin' } }, '.read.user_condition: value_error'],
    [{ read: { user_condition: null } }, '.read.user_condition: value_error'],
    [{ read: { user_condition: { rol: 'admin' } } }, '.read.user_condition.rol: value_error'],
    [{ read: { user_condition: { role: { $ne: 'x' } } } }, '.read.user_condition.role: value_error'],
    [{ read: { created_by: '{{user.emial}}' } }, '.read.created_by: value_error'],
    [{ read: { created_by: { $in: ['a', '{{record.id}}'] } } }, '.read.created_by.$in.1: value_error'],
    [{ read: { created_by: '{{user.email' } }, '.read.created_by: value_error'],
  ])('%j', (rls, fault) => {
    expect(faultsOf(task({ rls }))).toEqual([`rls${fault}`])
  })

  test('also under a field inside a field', () => {
    const place = { type: 'object', properties: { city: { type: 'string', rls: { read: { nope: 1 } } } } }
    expect(faultsOf(withField(place))).toEqual(['properties.x.properties.city.rls.read.nope: value_error'])
  })

  test('quickly, however hostile it is', () => {
    const used = cpuTime()
    checkSchema(task({ rls: { read: { created_by: '{{'.repeat(40_000) } } }))
    checkSchema(task({ rls: { read: { $or: Array.from({ length: 9_000 }, () => ({ id: 'a' })) } } }))
    checkSchema(withField({ type: 'string', pattern: '(((a{30}){30})|(b{30}){30})' }))
    expect(used()).toBeLessThan(2_000)
  })
})

describe('an index is refused', () => {
  test.each([
    ['title', ': list_type'],
    [['title'], '.0: list_type'],
    [[[]], '.0: value_error'],
    [[['title', 'id', 'created_by', 'is_sample', 'created_date']], '.0: value_error'],
    [[['title'], ['title', 'other']], '.1.1: value_error'],
    [[['title', 'title']], '.0.1: value_error'],
    [[['tags']], '.0.0: value_error'],
    [[[{}]], '.0.0: string_type'],
    [[["title' --"]], '.0.0: value_error'],
    [Array.from({ length: 21 }, () => ['title']), ': value_error'],
  ])('%j', (indexes, fault) => {
    expect(faultsOf(task({ indexes }))).toEqual([`indexes${fault}`])
  })
})

describe('a schema is accepted', () => {
  test('with everything it may hold, and with keys that nobody knows', () => {
    const full = task({
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 200, pattern: '^\\S', title: 'Title' },
        status: { type: 'string', enum: ['open', 'done'], default: 'open', index: true },
        due: { type: ['string', 'null'], format: 'date', default: null },
        count: { type: 'integer', minimum: 0, maximum: 10, default: 3 },
        tags: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 5, default: ['a'] },
        place: {
          type: 'object',
          properties: { city: { type: 'string', index: true }, id: { type: 'string' } },
          required: ['city'],
        },
        anything: {},
        constructor: { type: 'string', index: true },
        'Straße & "Nr"': { type: 'string' },
        either: { anyOf: [{ required: ['a'] }, { required: ['b'] }], additionalProperties: false },
        file: { type: 'string', format: 'file' },
        secret: { type: 'string', rls: { read: { user_condition: { role: 'admin' } }, write: false } },
      },
      required: ['title'],
      rls: {
        create: true,
        read: null,
        update: {},
        delete: { created_by_id: '{{ user.id }}' },
        write: {
          $or: [
            { 'data.status': { $in: ['open'] } },
            { 'data.place.city': '{{user.data.city}}', 'data.anything.at.all': 1 },
            { user_condition: { 'data.team': 'a', role: 'admin' } },
            {
              'data.constructor': '{{ user.data.first-name }}',
              'data.place.city': { $ne: '{{user.data.Straße}}' },
            },
          ],
        },
      },
      indexes: [['status', 'created_date'], ['place.city']],
      description: 'kept',
      'x-icon': { name: 'check' },
    })
    expect(checkSchema(full)).toEqual([])
  })

  test('with any name that a field can have', () => {
    const json = JSON.parse(
      '{"name": "Task", "properties": {"__proto__": {"type": "string", "index": true}, "toString": {"properties": {"__proto__": {}}}}}',
    )
    expect(
      faultsOf({ ...json, rls: { read: { 'data.__proto__': 'a', 'data.toString.__proto__': 1 } } }),
    ).toEqual([])
    expect(faultsOf({ ...json, rls: { read: { 'data.valueOf': 'a' } } })).toEqual([
      'rls.read.data.valueOf: value_error',
    ])
  })

  test('with 200 properties, and with none', () => {
    expect(faultsOf(task({ properties: many(200, { type: 'string' }) }))).toEqual([])
    expect(faultsOf({ name: 'Task' })).toEqual([])
  })

  test('and every fault of another is reported at once, up to 50', () => {
    expect(
      faultsOf(task({ name: '', required: ['nope'], properties: { a: { type: 'x' }, id: {} } })),
    ).toEqual([
      'name: string_pattern_mismatch',
      'properties.a.type: literal_error',
      'properties.id: value_error',
      'required.0: value_error',
    ])
    expect(faultsOf(task({ properties: many(100, 1) }))).toHaveLength(50)
  })
})

test('the patterns of a schema are bounded together', () => {
  const withPatterns = (count: number) => ({
    name: 'Thing',
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`f${i}`, { type: 'string', pattern: '[a-z]?'.repeat(40) }]),
    ),
  })
  const used = cpuTime()
  expect(checkSchema(withPatterns(20))).toEqual([])
  expect(checkSchema(withPatterns(200))[0]?.msg).toContain('too many or too long together')
  expect(used()).toBeLessThan(400)
})
