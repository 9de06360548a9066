import { operations } from '@atrium/contract'
import { expect, test } from 'vitest'
import { unknownParameters } from './unknown-parameters.ts'

const found = (operation: Parameters<typeof unknownParameters>[0], query: object) =>
  unknownParameters(operation)?.({ query }).map(({ loc }) => loc.at(-1))

test.each([
  'q',
  'q[status]',
  'filter',
  'filters[status]',
  'query',
  'where',
  'Search',
  'serach',
  'name',
  'colour',
])('tokens.list does not know %s', (name) => {
  expect(found(operations.tokens.list, { [name]: 'x', limit: '1' })).toEqual([name])
})

test.each([
  '_',
  '_t',
  't',
  'cacheBust',
  'cache_bust',
  'no-cache',
  'utm_source',
  'sort',
  'page_size',
  'fields[]',
])('tokens.list passes over %s, which filters nothing', (name) => {
  expect(found(operations.tokens.list, { [name]: 'x' })).toEqual([])
})

test('a name against caches is a filter where the rows have such a field', () => {
  expect(found(operations.events.query, { timestamp: '2026' })).toEqual(['timestamp'])
})

test('a list without any parameters says so', () => {
  expect(unknownParameters(operations.workspaces.list)?.({ query: { q: 'x' } })).toEqual([
    { loc: ['query', 'q'], msg: 'Value error, no parameter of this name', type: 'value_error' },
  ])
})

test('records.list takes any name, and what never answers 422 is left alone', () => {
  for (const operation of [operations.records.list, operations.assets.list, operations.scans.read])
    expect(unknownParameters(operation)).toBeNull()
})
