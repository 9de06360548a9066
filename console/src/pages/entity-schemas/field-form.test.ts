import { describe, expect, test } from 'vitest'
import type { EntitySchema } from '../../entity-schema.ts'
import { fieldFormOf, withField, withoutField } from './field-form.ts'

const SCHEMA: EntitySchema = {
  name: 'Task',
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200, description: 'What to do' },
    status: { type: ['string', 'null'], enum: ['open', 'done', null], default: 'open', index: true },
    hours: { type: 'number', minimum: 0, default: 1.5, rls: { read: false }, 'x-color': 'red' },
    tags: { type: 'array', items: { type: 'string', maxLength: 9 }, maxItems: 3 },
    either: { type: ['string', 'number'] },
    due: { type: 'string', format: 'date' },
    anything: {},
  },
  required: ['title'],
  indexes: [['status', 'hours']],
  'x-own': 1,
}

describe('the form of a field', () => {
  test.each(Object.keys(SCHEMA.properties ?? {}))('saved as it was changes nothing: %s', (name) => {
    expect(withField(SCHEMA, name, fieldFormOf(SCHEMA, name))).toEqual(SCHEMA)
  })

  test('adds a field at the end', () => {
    const form = { ...fieldFormOf(SCHEMA, null), name: 'done', type: 'boolean' as const, default: 'false' }
    const next = withField(SCHEMA, null, { ...form, isRequired: true })
    expect(Object.keys(next.properties ?? {}).at(-1)).toBe('done')
    expect(next.properties?.done).toEqual({ type: 'boolean', default: false })
    expect(next.required).toEqual(['title', 'done'])
  })

  test('a renamed field keeps its place, its indexes and what the form does not show', () => {
    const next = withField(SCHEMA, 'hours', { ...fieldFormOf(SCHEMA, 'hours'), name: 'time' })
    expect(Object.keys(next.properties ?? {}).indexOf('time')).toBe(2)
    expect(next.properties?.time).toEqual(SCHEMA.properties?.hours)
    expect(next.indexes).toEqual([['status', 'time']])
  })

  test('another type drops the bounds of the old one', () => {
    const form = { ...fieldFormOf(SCHEMA, 'title'), type: 'integer' as const, minimum: '1', maximum: '' }
    expect(withField(SCHEMA, 'title', form).properties?.title).toEqual({
      type: 'integer',
      description: 'What to do',
      minimum: 1,
    })
  })

  test('choices are of the type', () => {
    const form = { ...fieldFormOf(SCHEMA, null), name: 'size', type: 'integer' as const, choices: '1\n2\n' }
    expect(withField(SCHEMA, null, form).properties?.size).toEqual({ type: 'integer', enum: [1, 2] })
  })

  test('a removed field leaves nothing behind', () => {
    const next = withoutField(withoutField(SCHEMA, 'title'), 'status')
    expect(next.required).toEqual([])
    expect(next.indexes).toEqual([])
    expect(next['x-own']).toBe(1)
  })
})
