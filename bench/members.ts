/** The list of members in a workspace of 1,000,000 and in one of 100: what a request costs in the database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Db } from '../server/src/platform/database/db.ts'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { createLog } from '../server/src/platform/log.ts'
import { findMembers } from '../server/src/tenancy/members/find-members.ts'
import { type MemberFilter, searchesOf } from '../server/src/tenancy/members/member-filter-store.ts'
import {
  type MemberOrder,
  memberStore,
  type PlacedMember,
  type Start,
} from '../server/src/tenancy/members/store.ts'
import { median } from './harness.ts'
import { fillMembers } from './members-scene.ts'

export async function members(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const log = createLog('warn')
  const postgres = await startEmbedded({ dataDir, log })
  const { db, pool, close } = openDatabase({ connection: postgres.connection, log })
  try {
    await migrate({ pool, folder: new URL('../server/migrations/', import.meta.url), log })
    await fill(postgres.connection)
    await measureSorts(db)
    await measureSearches(db)
  } finally {
    await close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const FEW = { id: 'ws_06bcz0k3v4n8q1t5w7x9y2few0', members: 100 }
const MANY = { id: 'ws_06bcz0k3v4n8q1t5w7x9y2many', members: 1_000_000 }
type Workspace = typeof FEW

const PAGE = 50
const TURNS = 15
const DEPTHS = [0.1, 0.3, 0.5, 0.7, 0.99]
const SORTS = ['member', 'credits', 'apps', 'agents', 'last_active', 'role'] as const
const ORDERS: MemberOrder[] = [
  null,
  ...SORTS.flatMap((by) => (['asc', 'desc'] as const).map((direction) => ({ by, direction }))),
]

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

async function fill(connection: pg.ClientConfig): Promise<void> {
  const begin = performance.now()
  const client = new pg.Client(connection) // not of the pool, which ends what takes long
  await client.connect()
  await fillMembers(client, [FEW, MANY])
  await client.end()
  console.log(`\nmembers: ${MANY.members.toLocaleString('en')} stored and indexed in ${seconds(begin)} s`)
}

async function measureSorts(db: Db): Promise<void> {
  console.log(`\nmembers: all statements of one list request, medians of ${TURNS} (target 10 ms, ratio 3)`)
  console.log('  order               100 members   1,000,000   ratio   deep pages, slowest of 5')
  const worst = { first: 0, ratio: 0, deep: 0 }
  for (const order of ORDERS) {
    const [few = 0, many = 0] = await timed(
      [FEW, MANY].map((one) => () => list(db, one, EVERYONE, order, null)),
    )
    const starts: Start[] = []
    for (const depth of DEPTHS) starts.push(await placeAt(db, order, depth))
    const deep = await timed(starts.map((start) => () => list(db, MANY, EVERYONE, order, start)))
    const slowest = Math.max(...deep)
    const ratio = many / few
    worst.first = Math.max(worst.first, many)
    worst.ratio = Math.max(worst.ratio, ratio)
    worst.deep = Math.max(worst.deep, slowest)
    const name = order ? `${order.by} ${order.direction}` : 'default'
    console.log(
      `  ${name.padEnd(18)} ${ms(few).padStart(12)} ${ms(many).padStart(11)} ${ratio.toFixed(2).padStart(7)} ${ms(slowest).padStart(12)}`,
    )
  }
  console.log(
    `  slowest first page ${ms(worst.first)}, largest ratio ${worst.ratio.toFixed(2)}, slowest deep page ${ms(worst.deep)}`,
  )
}

async function measureSearches(db: Db): Promise<void> {
  console.log('\nmembers: first page of a search among 1,000,000, with its total (medians of 5)')
  const someone = await memberAt(db, null, 0.5)
  const searches: [string, Partial<MemberFilter>, string][] = [
    ['one email', { search: someone.email }, 'target 50 ms'],
    ['part of a name', { search: 'smithban' }, 'target 50 ms'],
    ['another script', { search: 'ζωή παπαδ' }, 'target 50 ms'],
    ['two Chinese letters', { search: '小明' }, ''],
    ['nobody', { search: 'zzyzx' }, 'target 50 ms'],
    ['200 terms', { search_terms: terms(200) }, 'target 1,000 ms'],
    ['a broad one', { search: 'ann' }, ''],
    ['one letter', { search: 'a' }, ''],
    ['a status', { search: 'pending' }, ''],
  ]
  for (const [name, filter, target] of searches) {
    let total = 0
    const search = async (known?: number) => {
      total = (await list(db, MANY, { ...EVERYONE, ...filter }, null, null, known)).total
    }
    const [first = 0] = await timed([() => search()], 5)
    const [again = 0] = await timed([() => search(total)], 5)
    console.log(
      `  ${name.padEnd(20)} ${total.toLocaleString('en').padStart(9)} found ${ms(first).padStart(10)}   once counted ${ms(again).padStart(9)}   ${target}`,
    )
  }
}

/** What a list request asks of the database, apart from who the caller is. */
async function list(
  db: Db,
  workspace: Workspace,
  filter: MemberFilter,
  order: MemberOrder,
  start: Start,
  known?: number,
) {
  const store = memberStore(db)
  const [{ members }, searches] = await Promise.all([store.summary(workspace.id), searchesOf(db, filter)])
  const listing = { workspace_id: workspace.id, filter, searches, order }
  return findMembers({ store, listing, start, limit: PAGE + 1, members, known })
}

async function placeAt(db: Db, order: MemberOrder, depth: number): Promise<Start> {
  return { ...(await memberAt(db, order, depth)), from: 'behind' }
}

async function memberAt(db: Db, order: MemberOrder, depth: number): Promise<PlacedMember> {
  const listing = { workspace_id: MANY.id, filter: EVERYONE, searches: [], order }
  const offset = Math.floor(depth * MANY.members)
  const [row] = await memberStore(db).walk(listing, { offset }, 1)
  if (!row) throw new Error(`There is no member at ${offset}`)
  return row
}

function terms(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `smith${'bcdfghklmnprst'[n % 14]}${'aeiou'[n % 5]}n${n}`)
}

/** In turns, so that whatever else the machine does meets all alike; the first turn warms up. */
async function timed(works: readonly (() => Promise<unknown>)[], turns = TURNS): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let turn = 0; turn <= turns; turn++) {
    for (const [index, work] of works.entries()) {
      const begin = performance.now()
      await work()
      if (turn > 0) times[index]?.push(performance.now() - begin)
    }
  }
  return times.map(median)
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`
}

function seconds(begin: number): string {
  return ((performance.now() - begin) / 1000).toFixed(0)
}
