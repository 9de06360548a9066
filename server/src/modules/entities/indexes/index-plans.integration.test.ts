/** The plans of lists and filters over declared indexes: those that PostgreSQL really makes. */
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { fillTables } from '../../../../test/fill-tables.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import type { Json } from '../conditions/condition.ts'
import { conditionSql } from '../conditions/condition-store.ts'
import { readFilter } from '../conditions/filter.ts'
import { recordKey } from '../records/record-key.ts'
import { type ListFrom, listSql } from '../records/record-list-store.ts'
import { type EntitySchema, fieldNamed } from '../schemas/entity-schema.ts'

const app = useApp()
const { owner } = useTeam(app)

const db = () => app.atrium.db
const set = (app_id: string, name: string, schema: object) =>
  app.as(owner).schemas.set({ app_id, name }, schema as never)

const SCHEMA: EntitySchema = {
  name: 'Order',
  type: 'object',
  properties: {
    status: { type: 'string', index: true },
    amount: { type: 'number', index: true },
    paid: { type: 'boolean', index: true },
    place: { type: 'object', properties: { zip: { type: 'string', index: true } } },
    customer: { type: 'string' },
    plain: { type: 'string' },
  },
  indexes: [
    ['customer', 'amount'],
    ['created_by_id', 'created_date'],
  ],
}
let orders: { app_id: string; entity_name: string }
beforeAll(async () => {
  const app_id = (await app.make.app(owner)).id
  orders = { app_id, entity_name: 'Order' }
  await set(app_id, 'Order', SCHEMA)
  for (const entity_name of ['Order', 'Elsewhere'])
    await fillTables(app.databaseUrl, (db) =>
      sql`
      insert into records (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date)
      select ${app_id}, ${entity_name}, 'rec_' || lpad(n::text, 8, '0'),
             jsonb_build_object('status', 's' || n % 500, 'paid', n % 400 = 0, 'customer', 'c' || n % 200,
               'place', jsonb_build_object('zip', 'z' || n % 500), 'plain', 'p' || n % 500,
               'amount', case when n % 50 > 0 then n end),
             'a@example.com', 'usr_' || n % 300, now() - n * interval '1 minute', now()
        from generate_series(1, 20000) n`.execute(db),
    )
  await app.atrium.jobs.drain({ ignoreDelays: true })
  const { items } = await app.as(owner).schemas.indexes({ app_id, name: 'Order' })
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['ready']))
})

interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/** The nodes of the plan that this statement is really run by. */
async function planOf(statement: RawBuilder<unknown>): Promise<Plan[]> {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: Plan }]
  }>`explain (format json) ${statement}`.execute(db())
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  return plan ? nodes(plan) : []
}
const filter = (json: Json) => readFilter(json, fieldNamed(SCHEMA))
const list = (
  json: Json,
  sort: string,
  part: 'all' | 'with_key' | 'without_key',
  from: ListFrom = { skip: 0 },
) => {
  const key = recordKey(SCHEMA, sort.replace('-', ''))
  if (!key) throw new Error(`there is no field ${sort}`)
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  return listSql(orders, part, filter(json), { key, direction }, { rows: 50, bytes: 32 * 2 ** 20 }, from)
}
const count = (json: Json) => sql`
  select count(*) from records r
   where r.app_id = ${orders.app_id} and r.entity_name = ${orders.entity_name} and ${conditionSql(filter(json))}`
const isDeclared = (node: Plan) => node['Index Name']?.startsWith('records_declared_') === true

test.each<[string, Json]>([
  ['a text', { status: 's7' }],
  ['one of several texts', { status: ['s7', 's8', 's9'] }],
  ['a number', { amount: 77 }],
  ['one of several numbers', { amount: { $in: [77, 78] } }],
  ['a truth', { paid: true }],
  ['a place inside', { 'place.zip': 'z3' }],
  ['a range of numbers', { amount: { $gte: 100, $lt: 150 } }],
  ['a range of texts', { status: { $gt: 's10', $lte: 's102' } }],
  ['one condition among others', { $and: [{ plain: { $ne: 'x' } }, { $or: [{ status: 's1' }] }] }],
  ['any of two indexed fields', { $or: [{ status: 's1' }, { amount: 5 }] }],
  ['an automatic field', { created_by_id: 'usr_7' }],
])('finds %s by the index', async (_, json) => {
  const plan = await planOf(count(json))
  expect(plan.filter(isDeclared).map((node) => node['Index Cond'] ?? null)).not.toEqual([])
  expect(plan.filter(isDeclared).every((node) => node['Index Cond'])).toBe(true)
  expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan')
})

test('the id is found by the key of the table', async () => {
  for (const json of [{ id: 'rec_00000007' }, { id: ['rec_00000007', 'rec_00000008'] }]) {
    const [, scan] = await planOf(count(json))
    expect([scan?.['Index Name'], scan?.['Index Cond']]).toEqual([
      'records_pkey',
      expect.stringMatching(/entity_name.*\(id = /),
    ])
  }
})

test('what is not declared is not found so', async () => {
  const plan = await planOf(count({ plain: 'p7' }))
  expect(plan.filter((node) => isDeclared(node) && node['Index Cond'])).toEqual([])
})

test.each<[string, 'with_key' | 'without_key', ListFrom]>([
  ['amount', 'with_key', { skip: 0 }],
  ['-amount', 'with_key', { skip: 0 }],
  ['amount', 'with_key', { after: { key: 9_000, id: 'rec_00009000' } }],
  ['-amount', 'with_key', { after: { key: 9_000, id: 'rec_00009000' } }],
  ['status', 'with_key', { after: { key: 's200', id: 'rec_00009000' } }],
  ['-status', 'with_key', { skip: 0 }],
  ['paid', 'with_key', { skip: 0 }],
  ['-paid', 'with_key', { after: { key: 'true', id: 'rec_00009000' } }],
  ['amount', 'without_key', { skip: 0 }],
  ['-amount', 'without_key', { after: { key: null, id: 'rec_00009000' } }],
])('walks the index for a list by %s, %s, from %j, without sorting', async (sort, part, from) => {
  const plan = await planOf(list({}, sort, part, from))
  expect(plan.some(isDeclared)).toBe(true)
  expect(plan.map((node) => node['Node Type'])).not.toContain('Sort')
  if ('after' in from) expect(plan.find(isDeclared)?.['Index Cond']).toBeDefined()
})

test('a filter by the first field and a sort by the second need one index and no sorting', async () => {
  for (const [json, sort, part] of [
    [{ customer: 'c7' }, '-amount', 'with_key'],
    [{ customer: 'c7' }, 'amount', 'with_key'],
    [{ created_by_id: 'usr_7' }, '-created_date', 'all'],
  ] as const) {
    const plan = await planOf(list(json, sort, part))
    expect(plan.filter(isDeclared).map((node) => node['Index Cond'])).toEqual([expect.any(String)])
    expect(plan.map((node) => node['Node Type'])).not.toContain('Sort')
  }
})

test('and what is found is the same as without indexes', async () => {
  const { app_id } = orders
  await set(app_id, 'Elsewhere', { ...SCHEMA, name: 'Elsewhere', properties: plainOf(SCHEMA), indexes: [] })
  const found = async (entity_name: string, query: object) =>
    (await app.as(owner).records.list({ app_id, entity_name }, query)).map(({ id }) => id)
  const queries = [
    { q: '{"status": ["s1", "s2"]}', sort: '-amount' },
    { q: '{"paid": true}', sort: 'amount' },
    { q: '{"amount": {"$gte": 19000}}', sort: '-status', limit: 30 },
    { q: '{"status": {"$not": {"$gt": "s1"}}}', sort: 'paid' },
    { q: '{"amount": null}', sort: '-amount', skip: 10, limit: 20 },
    { q: '{"customer": "c9"}', sort: '-amount', limit: 20 },
    { q: '{"created_by_id": "usr_9"}', limit: 20 },
  ]
  for (const query of queries) {
    const indexed = await found('Order', query)
    expect(indexed.length).toBeGreaterThan(0)
    expect(await found('Elsewhere', query)).toEqual(indexed)
  }
})

function plainOf({ properties = {} }: EntitySchema): object {
  return JSON.parse(JSON.stringify(properties, (key, value) => (key === 'index' ? undefined : value)))
}
