import { expect, test } from 'vitest'
import type { EntitySchema } from '../../../entity-schema.ts'
import type { EntityRecord } from '../../../queries.ts'
import { keyOfName, withNames } from '../values/relation.ts'
import { IDS_AT_ONCE, relatedIds } from './use-related-names.ts'

const SCHEMA: EntitySchema = {
  properties: {
    title: { type: 'string' },
    customer: { type: 'string', 'x-entity': 'Customer' },
    tags: { type: 'array', items: { type: 'string', 'x-entity': 'Tag' } },
  },
}
const row = (fields: object) => ({ id: 'r', ...fields }) as EntityRecord

test('each id is asked for once, in parts that fit an address', () => {
  const rows = [row({ customer: 'c1', tags: ['t1', 't2'] }), row({ customer: 'c1', tags: ['t2'] }), row({})]
  expect(relatedIds(SCHEMA, rows)).toEqual([
    { entity: 'Customer', ids: ['c1'] },
    { entity: 'Tag', ids: ['t1', 't2'] },
  ])
  const many = Array.from({ length: IDS_AT_ONCE + 1 }, (_, n) => row({ customer: `c${n}` }))
  expect(relatedIds(SCHEMA, many).map(({ ids }) => ids.length)).toEqual([IDS_AT_ONCE, 1])
  expect(relatedIds({ properties: { title: { type: 'string' } } }, many)).toEqual([])
})

test('names stand in the place of ids where they are known', () => {
  const names = { [keyOfName('Customer', 'c1')]: 'Ada', [keyOfName('Tag', 'c2')]: 'no customer' }
  expect(withNames('Customer', 'c1', names)).toBe('Ada')
  expect(withNames('Customer', ['c1', 'c2'], names)).toEqual(['Ada', 'c2'])
  expect(withNames('Customer', null, names)).toBe(null)
})
