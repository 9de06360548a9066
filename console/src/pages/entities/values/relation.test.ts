import { expect, test } from 'vitest'
import { entityOf, idsIn } from './relation.ts'

test('a field refers to an entity by itself or by its entries, and only by a name', () => {
  expect(entityOf({ type: 'string', 'x-entity': 'Customer' })).toBe('Customer')
  expect(entityOf({ type: 'array', items: { type: 'string', 'x-entity': 'Tag' } })).toBe('Tag')
  for (const property of [null, {}, { 'x-entity': 7 }, { 'x-entity': '../User' }])
    expect(entityOf(property)).toBeNull()
})

test('ids are texts, one or several', () => {
  expect(idsIn('rec_a')).toEqual(['rec_a'])
  expect(idsIn(['rec_a', '', 3, null, 'rec_b'])).toEqual(['rec_a', 'rec_b'])
  for (const none of [undefined, null, '', 5, {}]) expect(idsIn(none)).toEqual([])
})
