/** Sets of records with rules for the set and for single fields, each test with a set of its own. */
import type { SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { useMade } from '../../../../test/use-started.ts'
import { ADMIN } from './record-files.ts'

export const SET_SCHEMA = {
  properties: {
    name: { type: 'string', maxLength: 10 },
    size: { type: 'number' },
    note: { type: 'string' },
    tags: { type: 'array' },
    at: { type: 'string' },
    price: { type: 'number', rls: { write: ADMIN } },
    hidden: { type: 'string', rls: { read: ADMIN } },
  },
  required: ['name'],
  rls: { write: { $or: [ADMIN, { 'data.note': 'free' }] }, create: true },
}

export function useRecordSets(app: SharedApp, owner: Person) {
  const shop = useMade(() => app.make.app(owner))
  let sets = 0
  return {
    shop,
    /** A new set with these records; returns its path and their ids. */
    async entity(values: readonly Record<string, unknown>[]) {
      const path = { app_id: shop.id, entity_name: `Set${++sets}` }
      const { schemas, records } = app.as(owner)
      await schemas.set({ app_id: shop.id, name: path.entity_name }, SET_SCHEMA)
      const made = values.length > 0 ? await records.bulk_create(path, values as never) : []
      return { path, ids: made.map(({ id }) => id) }
    },
    async all(path: { app_id: string; entity_name: string }) {
      return (await app.as(owner).records.list(path, { sort: 'name' })) as Record<string, unknown>[]
    },
  }
}
