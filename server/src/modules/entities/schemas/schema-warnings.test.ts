import { expect, test } from 'vitest'
import type { EntitySchema } from './entity-schema.ts'
import { warningsOf } from './schema-warnings.ts'

const placesIn = (schema: EntitySchema) =>
  warningsOf([schema], () => ['body']).warnings?.map(({ loc }) => loc.slice(1).join('.'))

test('what no record is held to is named with its place', () => {
  const schema = {
    name: 'Task',
    unique: ['title'],
    allOf: [{ required: ['title'] }],
    'x-icon': 'star',
    description: 'kept',
    properties: {
      unique: { type: 'string', unique: true, title: 'Unique' },
      tags: { type: 'array', items: { type: 'string', readOnly: true }, uniqueItems: true },
      place: { properties: { city: { $ref: '#/x' } }, anyOf: [{ nulable: true }, true] },
    },
  } as const
  expect(placesIn(schema)).toEqual([
    'unique',
    'allOf',
    'properties.unique.unique',
    'properties.tags.items.readOnly',
    'properties.place.anyOf.0.nulable',
    'properties.place.properties.city.$ref',
  ])
})

test('a schema that is enforced as a whole has no warnings, and says nothing of them', () => {
  const schema = {
    name: 'Task',
    additionalProperties: false,
    properties: { n: { multipleOf: 2, 'x-shown': 1 } },
  }
  expect(warningsOf([schema], () => [])).toEqual({})
  expect(placesIn({ name: 'Task', additionalProperties: true })).toEqual(['additionalProperties'])
})
