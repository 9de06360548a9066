import { expect, test } from 'vitest'
import { readConversationFilter } from './conversation-filter.ts'

const TIME = '2026-11-15T09:30:00.000Z'

test.each([
  [{ 'q[agent_name]': 'a' }, [{ field: 'agent_name', operator: '$eq', values: ['a'] }]],
  [{ 'q[id][$in][]': ['a', 'b'] }, [{ field: 'id', operator: '$in', values: ['a', 'b'] }]],
  [{ 'q[id]': ['a', 'b'] }, [{ field: 'id', operator: '$in', values: ['a', 'b'] }]],
  [{ 'q[id][0]': 'a' }, [{ field: 'id', operator: '$in', values: ['a'] }]],
  [{ 'q[metadata.a.b]': 'x' }, [{ field: 'metadata', path: ['a', 'b'], operator: '$eq', values: ['x'] }]],
  [{ 'q[metadata][a][$ne]': 'x' }, [{ field: 'metadata', path: ['a'], operator: '$ne', values: ['x'] }]],
  [
    { 'q[created_date][$gte]': TIME },
    [{ field: 'created_date', operator: '$gte', values: [new Date(TIME)] }],
  ],
  [
    { q: '{"metadata":{"a":{"$gt":3}},"id":null}' },
    [
      { field: 'metadata', path: ['a'], operator: '$gt', values: ['3'] },
      { field: 'id', operator: '$exists', values: ['false'] },
    ],
  ],
  [
    { q: '{"$and":[{"id":"a"},{"id":["b"]}]}' },
    [
      { field: 'id', operator: '$eq', values: ['a'] },
      { field: 'id', operator: '$in', values: ['b'] },
    ],
  ],
  [{ limit: 5, sort: 'id' }, []],
])('%j is read', (query, comparisons) => {
  expect(readConversationFilter(query)).toEqual(comparisons)
})

test.each([
  { 'q[status]': 'x' },
  { 'q[messages]': 'x' },
  { 'q[metadata]': 'x' },
  { 'q[metadata.]': 'x' },
  { 'q[agent_name][$regex]': 'x' },
  { 'q[agent_name][$or]': 'x' },
  { 'q[agent_name][$gt]': ['a', 'b'] },
  { 'q[agent_name][$exists]': 'maybe' },
  { 'q[agent_name][x]': 'x' },
  { 'q[created_date]': 'yesterday' },
  { 'q[agent_name': 'x' },
  { 'q[]': 'x' },
  { 'q[__proto__]': 'x' },
  { q: '[]' },
  { q: '{' },
  { q: '{"$or":[{"id":"a"}]}' },
  { q: '{"id":{"$eq":{}}}' },
  { q: JSON.stringify({ $and: Array.from({ length: 21 }, () => ({ id: 'a' })) }) },
])('%j is refused', (query) => {
  expect(() => readConversationFilter(query)).toThrow(expect.objectContaining({ code: 'validation_error' }))
})
