import { describe, expect, test } from 'vitest'
import { type EntitySchema, fieldNamed, indexesOf, ruleFor } from './entity-schema.ts'

const schema: EntitySchema = {
  name: 'Task',
  properties: {
    title: { type: 'string', index: true },
    tags: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    mixed: { type: ['string', 'array'] },
    anything: {},
    open: { type: 'object' },
    empty: { type: 'object', properties: {} },
    place: {
      type: ['object', 'null'],
      properties: {
        city: { type: 'string', index: true },
        parts: { type: 'array' },
        more: { type: 'object' },
      },
    },
  },
  indexes: [['title', 'created_date']],
}
const find = fieldNamed(schema)

describe('fieldNamed', () => {
  test.each([
    ['title', false],
    ['tags', true],
    ['mixed', true],
    ['anything', true],
    ['open', false],
    ['place', false],
    ['place.city', false],
    ['place.parts', true],
    ['place.more.at_all', true],
    ['open.a.b', true],
    ['empty.a', true],
    ['anything.a', true],
  ])('finds %s', (name, mayBeList) => {
    expect(find(name)).toEqual({ kind: 'data', path: name.split('.'), mayBeList })
  })

  test.each([
    'other',
    '',
    'id',
    'created_date',
    'constructor',
    '__proto__',
    'title.a',
    'tags.0',
    'tags.name',
    'place.other',
    'place.constructor',
    'place.city.a',
    'open.',
    'open..a',
    'open.$a',
    'open.a\nb',
    `open${'.a'.repeat(16)}`,
    `open${'.a'.repeat(1_000_000)}`,
  ])('finds nothing by another name', (name) => {
    expect(find(name)).toBeNull()
  })

  test('finds nothing in an entity without properties', () => {
    expect(fieldNamed({ name: 'Empty' })('title')).toBeNull()
  })
})

test('indexes are those of single fields and those declared together', () => {
  expect(indexesOf(schema)).toEqual([['title'], ['place.city'], ['title', 'created_date']])
})

test('the rule of an operation wins over the one for all writes, and nothing is no rule', () => {
  const mine = { created_by_id: '{{user.id}}' }
  expect(ruleFor({ write: mine, update: true }, 'update')).toBe(true)
  expect(ruleFor({ write: mine, update: {} }, 'update')).toEqual({})
  expect(ruleFor({ write: mine, update: false }, 'create')).toBe(mine)
  expect(ruleFor({ write: mine, update: null }, 'update')).toBe(mine)
  expect(ruleFor({ write: mine }, 'read')).toBeUndefined()
  expect(ruleFor({ read: false, write: true }, 'read')).toBe(false)
  expect(ruleFor(null, 'delete')).toBeUndefined()
  expect(ruleFor(undefined, 'delete')).toBeUndefined()
})
