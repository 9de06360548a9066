/** The members list with 20,000 members: every page in every order, and how the database finds them. */
import type { operations } from '@atrium/contract'
import { pages, type RequestParts } from '@atrium/sdk'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillTables } from '../../../test/fill-tables.ts'
import type { Person } from '../../../test/make.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import type { Db } from '../../platform/database/db.ts'
import { findMembers } from './find-members.ts'
import { type MemberFilter, searchesOf } from './member-filter-store.ts'
import { type MemberOrder, memberStore, type Start } from './store.ts'

type Body = NonNullable<RequestParts<typeof operations.members.list>['body']>

const MEMBERS = 20_000
const SORTS = ['member', 'credits', 'apps', 'agents', 'last_active', 'role'] as const
const ORDERS: MemberOrder[] = [
  null,
  ...SORTS.flatMap((by) => (['asc', 'desc'] as const).map((direction) => ({ by, direction }))),
]
const named = ORDERS.map((order) => ({
  order,
  name: order ? `${order.by} ${order.direction}` : 'the default order',
}))

/** Enough for many pages of ties, and to be walked through in every order. */
const FEWER = 2_500

const app = useApp({ rate_limits: 'off' })
const { owner, stranger: ofFewer } = useTeam(app)

beforeAll(async () => {
  await fillTables(app.databaseUrl, async (db) => {
    await fill(db, owner, MEMBERS)
    await fill(db, ofFewer, FEWER)
    await sql`analyze`.execute(db)
  })
}, 240_000)

/** One third used credits, all at different times; the other keys have few values, so there are many ties. */
async function fill(db: Db, { workspace_id }: Person, members: number): Promise<void> {
  const all = sql`generate_series(1, ${members - 1}::int) n`
  await sql`
    insert into users (id, email) select 'usr_' || n, n || '@users.example' from ${all}
    on conflict do nothing`.execute(db)
  await sql`
    insert into members (workspace_id, user_id, email, full_name, role, status, access_state, assigned_via,
                         credits_used, last_active, apps_owned, apps_shared, agents_owned)
    select ${workspace_id}, case when has_joined then 'usr_' || n end, md5(n::text) || '@example.com',
           case when n % 3 > 0 then 'Name ' || n % 997 else '' end,
           (array['admin', 'editor', 'viewer', 'guest'])[1 + n % 4],
           case when has_joined then 'joined' when n % 2 = 0 then 'pending' else 'expired' end,
           case when has_joined then 'active' else 'invited' end, 'direct',
           case when has_joined and n % 3 = 0 then n % 500 + 0.1 else 0 end,
           case when has_joined and n % 3 = 0 then timestamptz '2026-01-01' + n * interval '1.000001 s' end,
           n % 11, n % 3, n % 5
      from (select n, n % 10 > 0 as has_joined from ${all}) as people`.execute(db)
}

/** All emails in their order, as one plain statement has them. */
async function inOrder(
  order: MemberOrder,
  condition = sql<boolean>`true`,
  { workspace_id } = owner,
): Promise<string[]> {
  const keys = {
    member: sql`lower(coalesce(nullif(full_name, ''), email)) collate "C"`,
    credits: sql`credits_used`,
    apps: sql`apps_owned + apps_shared`,
    agents: sql`agents_owned + agents_shared`,
    last_active: sql`last_active`,
    role: sql`array_position(array['owner', 'admin', 'editor', 'viewer', 'guest'], role)`,
  }
  const first = order ? sql`${keys[order.by]} ${sql.raw(order.direction)} nulls last,` : sql``
  const rows = await app.sql<{ email: string }>`
    select email from members where workspace_id = ${workspace_id} and ${condition}
     order by ${first} array_position(array['joined', 'pending', 'expired'], status),
       array_position(array['owner', 'admin', 'editor', 'viewer', 'guest'], role), email collate "C"`
  return rows.map(({ email }) => email)
}

const sortOf = (order: MemberOrder): Body => (order ? { sort_by: order.by, sort_dir: order.direction } : {})

async function walk(body: Body, most = Infinity, who = owner): Promise<string[]> {
  const emails: string[] = []
  let read = 0
  for await (const page of pages(app.as(who).members.list, body)) {
    emails.push(...page.members.map(({ email }) => email))
    if (++read === most) break
  }
  return emails
}

describe('all pages together have everyone exactly once', () => {
  async function expectEveryone(order: MemberOrder, who: Person, members: number) {
    const emails = await walk({ ...sortOf(order), page_size: 100 }, Infinity, who)
    expect(emails).toHaveLength(members)
    expect(new Set(emails).size).toBe(members)
    expect(emails).toEqual(await inOrder(order, sql<boolean>`true`, who))
  }

  test('whatever the sort', async () => {
    await Promise.all(ORDERS.map((order) => expectEveryone(order, ofFewer, FEWER)))
  })

  test('however many they are', async () => {
    const orders: MemberOrder[] = [null, { by: 'last_active', direction: 'desc' }]
    await Promise.all(orders.map((order) => expectEveryone(order, owner, MEMBERS)))
  })
})

/** They match thousands, which stand together or at the far end of some orders. */
test.each([
  ['pending', sql<boolean>`status = 'pending'`],
  ['name 99', sql<boolean>`lower(full_name) like '%name 99%'`],
  ['name', sql<boolean>`full_name like 'Name%'`],
])(
  'a search for %s gives the same pages in every sort as a plain statement',
  async (search, condition) => {
    for (const { order, name } of named) {
      const emails = await walk({ ...sortOf(order), search, page_size: 100 }, 2)
      expect(emails, name).toEqual((await inOrder(order, condition)).slice(0, 200))
    }
  },
  60_000,
)

const EVERYONE: MemberFilter = {
  search: '',
  search_terms: [],
  roles: [],
  statuses: [],
  credit_limit_set: undefined,
  apps: {},
  agents: {},
  last_active: {},
  staff_domains: ['staff.example'],
}

test('rows can also be counted off, with and without a search', async () => {
  const store = memberStore(app.atrium.db)
  const parts = { store, start: { offset: 5_000 }, limit: 100, members: MEMBERS, known: undefined }
  for (const [search, condition] of [
    ['', sql<boolean>`true`],
    ['name', sql<boolean>`full_name like 'Name%'`],
  ] as const) {
    const filter = { ...EVERYONE, search }
    const searches = await searchesOf(app.atrium.db, filter)
    for (const { order, name } of named) {
      const listing = { workspace_id: owner.workspace_id, filter, searches, order }
      const { rows } = await findMembers({ ...parts, listing })
      const expected = (await inOrder(order, condition)).slice(5_000, 5_100)
      expect(
        rows.map(({ email }) => email),
        name,
      ).toEqual(expected)
    }
  }
})

describe('no page takes more than a few steps along an index', () => {
  const LIMIT = 101
  let pool: pg.Pool
  let db: Kysely<object>
  let last: CompiledQuery | undefined

  beforeAll(() => {
    pool = new pg.Pool({ connectionString: app.databaseUrl })
    db = new Kysely<object>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => {
        last = query
      },
    })
  })
  afterAll(() => db.destroy())

  const walkTo = (order: MemberOrder, start: Start, limit: number) =>
    memberStore(db).walk(
      { workspace_id: owner.workspace_id, filter: EVERYONE, searches: [], order },
      start,
      limit,
    )

  /** The plan of the page as it really ran. */
  async function planOf(order: MemberOrder, start: Start): Promise<PlanNode[]> {
    await walkTo(order, start, LIMIT)
    const { rows } = await pool.query(`explain (analyze, timing off, format json) ${last?.sql}`, [
      ...(last?.parameters ?? []),
    ])
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
  }

  test.each(named)('$name', async ({ order }) => {
    for (const offset of [0, 1, 9_999, 19_000]) {
      const [row] = offset === 0 ? [] : await walkTo(order, { offset }, 1)
      const plan = await planOf(order, row ? { ...row, from: 'behind' } : null)
      const scans = plan.filter(
        (node) => node['Node Type'].includes('Scan') && node['Relation Name'] === 'members',
      )
      for (const scan of scans) {
        expect(scan['Node Type']).toBe('Index Scan')
        expect(scan['Rows Removed by Filter'] ?? 0).toBeLessThan(10)
        expect(scan['Actual Rows']).toBeLessThanOrEqual(LIMIT)
      }
      expect(scans.length).toBeGreaterThan(0)
      const sorts = plan.filter((node) => node['Node Type'].includes('Sort'))
      for (const sort of sorts) expect(sort['Actual Rows']).toBeLessThanOrEqual(3 * LIMIT)
    }
  })
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Rows Removed by Filter'?: number
  'Actual Rows': number
  Plans?: PlanNode[]
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
