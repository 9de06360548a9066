/** Lists of records, and of the fields of records. */
import type { SharedApp } from '../app.ts'
import type { Person } from '../make.ts'
import { invalidAt } from '../refusal.ts'
import { type MixedList, mixed } from './mixed-list.ts'

const ADMIN = { user_condition: { role: 'admin' } }
const openOr = (state: string) => ({ $or: [ADMIN, { 'data.state': { $ne: state } }] })
const SCHEMA = {
  properties: {
    name: { type: 'string', maxLength: 10 },
    state: { type: 'string' },
    kind: { type: 'string' },
    size: { type: 'number' },
    weight: { type: 'number' },
    price: { type: 'number', rls: { write: ADMIN } },
    hidden: { type: 'number', rls: { read: ADMIN } },
  },
  required: ['name'],
  rls: { create: openOr('closed'), update: openOr('closed'), read: openOr('secret') },
}

type Values = Record<string, unknown>
interface Path {
  app_id: string
  entity_name: string
}

const ROW_REFUSED = { status: 403, code: 'row_rule_refused' }
const PRICE_REFUSED = { status: 403, code: 'field_rule_refused', body: { fields: ['data.price'] } }

export function recordLists(app: SharedApp, owner: Person, viewer: Person): MixedList[] {
  let sets = 0
  const records = app.as(owner).records
  const asked = app.as(viewer).records
  const all = (path: Path) => records.list(path, { sort: 'name' }) as Promise<Values[]>

  /** An entity of a new app with these records, and their ids. */
  const entity = async (...values: Values[]) => {
    const path = { app_id: (await app.make.app(owner)).id, entity_name: `Set${++sets}` }
    await app.as(owner).schemas.set({ app_id: path.app_id, name: path.entity_name }, SCHEMA)
    const made = values.length > 0 ? await records.bulk_create(path, values) : []
    return { path, ids: made.map(({ id }) => id) }
  }
  const NEW = ['a', 'b', 'c', 'd'].map((name, size): Values => ({ name, size }))

  const created = (why: string, bad: Values, refusal: (at: number) => object) =>
    mixed<Values>({
      list: 'records.bulk_create body',
      why,
      refusal,
      async arrange() {
        const { path } = await entity()
        return { good: NEW, bad, send: (items) => asked.bulk_create(path, items), stored: () => all(path) }
      },
    })

  const updated = (
    why: string,
    bad: (own: string[]) => Values | Promise<Values>,
    refusal: (at: number) => object,
  ) =>
    mixed<Values>({
      list: 'records.bulk_update body',
      why,
      refusal,
      async arrange() {
        const { path, ids } = await entity(...NEW, { name: 'e' }, { name: 'closed', state: 'closed' })
        return {
          good: ids.slice(0, 4).map((id) => ({ id, size: 9 })),
          bad: await bad(ids),
          send: (items) => asked.bulk_update(path, items as { id: string }[]),
          stored: () => all(path),
        }
      },
    })

  const upserted = (why: string, bad: Values, refusal: (at: number) => object) =>
    mixed<Values>({
      list: 'records.upsert body.records',
      why,
      refusal,
      async arrange() {
        const there = [{ name: 'e' }, { name: 'closed', state: 'closed' }]
        const { path } = await entity({ name: 'a' }, { name: 'c' }, ...there)
        return {
          good: NEW,
          bad,
          send: (items) => asked.upsert(path, { records: items, key: 'name' }),
          stored: () => all(path),
        }
      },
    })

  const keyed = (bad: string) =>
    mixed<string>({
      list: 'records.upsert body.key',
      why: `the field ${bad}`,
      refusal: () => invalidAt('body', 'key'),
      async arrange() {
        const { path } = await entity(...NEW)
        const records = [{ name: 'k', size: 1, weight: 2 }]
        return {
          good: ['name', 'size', 'weight'],
          bad,
          send: (key) => asked.upsert(path, { records, key }),
          stored: () => all(path),
        }
      },
    })

  const imported = (why: string, bad: unknown, field: string | null) =>
    mixed<unknown>({
      list: 'records.import file',
      why,
      report: (at) => ({ status: 'partial', created: 4, failed: 1, errors: [{ row: at + 1, field }] }),
      async arrange() {
        const { path } = await entity()
        return {
          good: NEW,
          bad,
          send: (items) => asked.import(path, { file: new File([JSON.stringify(items)], 'data.json') }),
          stored: async () => (await all(path)).map(({ name, size }) => ({ name, size })),
          adds: (item) => [item],
        }
      },
    })

  const aggregated = (part: string, good: string[], bad: string, more: object = {}) =>
    mixed<string>({
      list: `records.aggregate body.${part}`,
      why: `the field ${bad}`,
      refusal: () => invalidAt('body', part),
      onlyReads: true,
      async arrange() {
        const { path } = await entity(...NEW)
        return {
          good,
          bad,
          send: (items) => asked.aggregate(path, { ...more, [part]: items }),
          stored: () => all(path),
        }
      },
    })
  const NUMBERS = ['size', 'weight', 'price']

  return [
    created('a wrong type', { name: 'x', size: 'x' }, (at) => invalidAt('body', at, 'size')),
    created('a text that is too long', { name: 'x'.repeat(11) }, (at) => invalidAt('body', at, 'name')),
    created('a required field that is missing', { size: 1 }, (at) => invalidAt('body', at, 'name')),
    created('the rule of the row', { name: 'x', state: 'closed' }, () => ROW_REFUSED),
    created('the rule of a field', { name: 'x', price: 1 }, () => PRICE_REFUSED),

    updated(
      'a wrong type',
      ([, , , , e]) => ({ id: e, size: 'x' }),
      (at) => invalidAt('body', at, 'size'),
    ),
    updated(
      'a text that is too long',
      ([, , , , e]) => ({ id: e, name: 'x'.repeat(11) }),
      (at) => invalidAt('body', at, 'name'),
    ),
    updated(
      'an unknown id',
      () => ({ id: 'rec_unknown' }),
      () => ({ status: 404, code: 'record_not_found' }),
    ),
    updated(
      'the id of a record of another app',
      async () => ({ id: (await entity({ name: 'x' })).ids[0], size: 1 }),
      () => ({ status: 404, code: 'record_not_found' }),
    ),
    updated(
      'the rule of the row',
      (ids) => ({ id: ids.at(-1), size: 9 }),
      () => ROW_REFUSED,
    ),
    updated(
      'the rule of a field',
      ([, , , , e]) => ({ id: e, price: 1 }),
      () => PRICE_REFUSED,
    ),
    updated(
      'an id that is there twice',
      ([a]) => ({ id: a, size: 9 }),
      () => invalidAt('body'),
    ),

    upserted('a wrong type in one that is there', { name: 'e', size: 'x' }, (at) =>
      invalidAt('body', 'records', at, 'size'),
    ),
    upserted('a wrong type in a new one', { name: 'x', size: 'x' }, (at) =>
      invalidAt('body', 'records', at, 'size'),
    ),
    upserted('a key that is missing', { size: 1 }, (at) => invalidAt('body', 'records', at, 'name')),
    upserted('a key that is there twice', { name: 'a', size: 0 }, () => invalidAt('body', 'records')),
    upserted('the rule of a row that is there', { name: 'closed', size: 1 }, () => ROW_REFUSED),
    upserted('the rule of a new row', { name: 'x', state: 'closed' }, () => ROW_REFUSED),
    upserted('the rule of a field of one that is there', { name: 'e', price: 1 }, () => PRICE_REFUSED),
    upserted('the rule of a field of a new one', { name: 'x', price: 1 }, () => PRICE_REFUSED),

    imported('a wrong type', { name: 'x', size: 'x' }, 'size'),
    imported('a required field that is missing', { size: 1 }, 'name'),
    imported('no object', 7, null),
    imported('the rule of the row', { name: 'x', state: 'closed' }, null),
    imported('the rule of a field', { name: 'x', price: 1 }, 'price'),

    ...['nope', 'hidden'].flatMap((bad) => [
      keyed(bad),
      aggregated('groupBy', ['name', 'state', 'kind'], bad),
      ...['sum', 'avg', 'min', 'max', 'countDistinct'].map((part) => aggregated(part, NUMBERS, bad)),
    ]),
    aggregated('sum', NUMBERS, 'kind'),
    aggregated('sort', ['-count', 'kind', 'name'], 'sum_size', { groupBy: ['name', 'kind'] }),
  ]
}
