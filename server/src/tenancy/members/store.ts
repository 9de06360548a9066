/** The statements behind the list of members: its pages in every order, and what it says of the workspace. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { RowOf } from '../../platform/database/table.ts'
import type { members } from '../tables.ts'
import {
  AGENTS,
  APPS,
  asksOnlyForRanks,
  holdsSearched,
  isFound,
  isHiddenGuest,
  isRanked,
  isWanted,
  keptTotal,
  type MemberFilter,
  matches,
  type Search,
} from './member-filter-store.ts'

export type MemberRow = Omit<
  RowOf<typeof members>,
  | 'workspace_id'
  | 'joined_date'
  | 'created_date'
  | 'is_service'
  | 'id'
  | 'role_rank'
  | 'default_rank'
  | 'sort_name'
>

/** A row with its place in the order it was read in. */
export interface PlacedMember extends MemberRow {
  id: number
  default_rank: number
  /** What the list is sorted by; null where it has no value, or where the list is in the default order. */
  sort_key: number | string | null
}

export type MemberSort = 'member' | 'credits' | 'apps' | 'agents' | 'last_active' | 'role'

/** Null is the default order. */
export type MemberOrder = { by: MemberSort; direction: 'asc' | 'desc' } | null

/** Where a page begins. */
export type Start = Place | { offset: number } | null

export interface Place {
  /** Whether the row at this place is part of the page. */
  from: 'here' | 'behind'
  sort_key: number | string | null
  default_rank: number
  email: string
}

export interface Listing {
  workspace_id: string
  filter: MemberFilter
  searches: readonly Search[]
  order: MemberOrder
}

const readSummary = prepared<{
  monthly_limit: number | null
  default_member_credit_limit: number | null
  epoch: number
  members: number
}>(
  'member_list_summary',
  `select w.monthly_limit, w.default_member_credit_limit, coalesce(l.epoch, 0) as epoch,
          (select coalesce(sum(number), 0) from member_numbers n where n.workspace_id = w.id) as members
     from workspaces w left join member_lists l on l.workspace_id = w.id
    where w.id = $1`,
)

const bumpEpoch = prepared(
  'bump_members_epoch',
  `insert into member_lists as l (workspace_id) values ($1)
   on conflict (workspace_id) do update set epoch = l.epoch + 1`,
)

export const memberStore = (db: Db) => ({
  async summary(workspaceId: string) {
    const [row] = await readSummary(db, [workspaceId])
    if (!row) throw new Error(`workspace ${workspaceId} is gone`)
    return row
  },

  async bumpEpoch(workspaceId: string): Promise<void> {
    await bumpEpoch(db, [workspaceId])
  },

  /** Of these rows, those that are still there. */
  async anchors(workspaceId: string, ids: readonly number[]) {
    const { rows } = await sql<{ id: number; email: string; sort_name: string }>`
      select id, email, sort_name from members where id = any(${ids}::bigint[]) and workspace_id = ${workspaceId}
    `.execute(db)
    return new Map(rows.map((row) => [row.id, row]))
  },

  /** Walks along the index of the order until the page is full. */
  async walk(listing: Listing, start: Start, limit: number): Promise<PlacedMember[]> {
    const { workspace_id, filter, searches, order } = listing
    const wanted = sql`${isRanked(workspace_id, filter)} and ${isWanted(filter, searches)}`
    const { rows } = await sql<PlacedMember>`${walked(order, start, wanted, limit)}`.execute(db)
    return rows
  },

  /** The same, but gives up, and returns null, when the page is not full after so many rows. */
  async walkSome(
    listing: Listing,
    start: Start,
    limit: number,
    most: number,
  ): Promise<PlacedMember[] | null> {
    const { workspace_id, filter, searches, order } = listing
    const { rows } = await sql<PlacedMember & { walked: number }>`
      with walked as materialized (${walked(order, start, isRanked(workspace_id, filter), most)}),
      page as (
        select * from walked as m where ${isWanted(filter, searches)} order by ${orderedAgain(order)} limit ${limit})
      select page.*, counted.walked
        from (select count(*) as walked from walked) as counted left join page on true
       order by ${orderedAgain(order)}`.execute(db)
    const found = rows.filter(({ id }) => id !== null)
    return found.length < limit && (rows[0]?.walked ?? 0) >= most ? null : found
  },

  /**
   * Finds all that match and sorts them, and so knows how many there are. Gives up, and returns null, when there are
   * more than `most`.
   */
  async listIfFew(
    listing: Listing,
    start: Start,
    limit: number,
    most: number,
  ): Promise<{ rows: PlacedMember[]; total: number } | null> {
    const { workspace_id, filter, searches, order } = listing
    const isSearched = searches.length > 0
    const hits = isSearched
      ? sql`select s.member_id from member_search s where ${isFound(workspace_id, searches)} limit ${most + 1}`
      : sql`select null::bigint where false`
    const ofHits = isSearched ? sql`and m.id = any(array(select member_id from hits))` : sql``
    const { rows } = await sql<PlacedMember & { found: number; hits: number }>`
      with hits as materialized (${hits}),
      found as materialized (
        select ${placed(order)} from members m where ${matches(workspace_id, filter)} ${ofHits} limit ${most + 1}),
      page as (
        select * from found as m where ${isFrom(order, start)}
         order by ${orderedAgain(order)} limit ${limit} ${offsetOf(start)})
      select page.*, counted.found, counted.hits
        from (select (select count(*) from found) as found, (select count(*) from hits) as hits) as counted
        left join page on true
       order by ${orderedAgain(order)}`.execute(db)
    const [first] = rows
    if (!first || first.found > most || first.hits > most) return null
    return { total: first.found, rows: rows.filter(({ id }) => id !== null) }
  },

  /** Goes through all that match, however many, and keeps the first of them, which is the slow way. */
  async sift(listing: Listing, start: Start, limit: number): Promise<PlacedMember[]> {
    const { workspace_id, filter, searches, order } = listing
    const [from, isHit] =
      searches.length > 0
        ? [sql`member_search s join members m on m.id = s.member_id`, isFound(workspace_id, searches)]
        : [sql`members m`, sql`true`]
    // With an offset of 0 it is planned by itself, or it would become a walk again.
    const { rows } = await sql<PlacedMember>`
      select * from (
        select ${placed(order)} from ${from} where ${isHit} and ${matches(workspace_id, filter)} offset 0) as m
       where ${isFrom(order, start)}
       order by ${orderedAgain(order)} limit ${limit} ${offsetOf(start)}`.execute(db)
    return rows
  },

  /** How many match, where that is known without counting them. */
  async keptTotal({ workspace_id, filter, searches }: Listing): Promise<number | null> {
    if (searches.length > 0 || !asksOnlyForRanks(filter)) return null
    const { rows } = await sql<{ total: number }>`
      select ${keptTotal(workspace_id, filter)} as total`.execute(db)
    return rows[0]?.total ?? 0
  },

  async count({ workspace_id, filter, searches }: Listing): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select ${countOf(workspace_id, filter, searches)} as total`.execute(db)
    return rows[0]?.total ?? 0
  },
})

function countOf(workspaceId: string, filter: MemberFilter, searches: readonly Search[]) {
  if (searches.length === 0)
    return sql`(select count(*) from members m where ${matches(workspaceId, filter)})`
  const found = isFound(workspaceId, searches)
  const isOnlySearched = asksOnlyForRanks(filter) && filter.roles.length + filter.statuses.length === 0
  if (!isOnlySearched)
    return sql`(select count(*) from member_search s join members m on m.id = s.member_id
                 where ${found} and ${matches(workspaceId, filter)})`
  const everyone = sql`(select count(*) from member_search s where ${found})`
  if (filter.staff_domains.length === 0) return everyone
  return sql`${everyone} - (select count(*) from members m where m.workspace_id = ${workspaceId}
                             and ${isHiddenGuest(filter.staff_domains)} and ${holdsSearched(searches)})`
}

interface SortKey {
  /** As the indexes have it, letter by letter. */
  key: RawBuilder<unknown>
  value(key: number | string): RawBuilder<unknown>
  /** As the rows bring it. */
  shown: RawBuilder<unknown>
  shownValue(key: number | string): RawBuilder<unknown>
}

const SORT_KEYS: Record<MemberSort, SortKey> = {
  member: plain(sql`m.sort_name`, sql`text collate "C"`),
  credits: plain(sql`(m.credits_used::float8)`, sql`float8`),
  apps: plain(sql`(${APPS})`, sql`float8`),
  agents: plain(sql`(${AGENTS})`, sql`float8`),
  role: plain(sql`m.role_rank`, sql`smallint`),
  // In microseconds: a date of JavaScript would lose the last three digits.
  last_active: {
    key: sql`m.last_active`,
    value: (key) => sql`(timestamptz 'epoch' + ${key}::float8 * interval '1 microsecond')`,
    shown: sql`(extract(epoch from m.last_active) * 1000000)::bigint`,
    shownValue: (key) => sql`${key}::bigint`,
  },
}

function plain(key: RawBuilder<unknown>, type: RawBuilder<unknown>): SortKey {
  const value = (given: number | string) => sql`${given}::${type}`
  return { key, value, shown: key, shownValue: value }
}

function placed(order: MemberOrder) {
  const shown = order ? SORT_KEYS[order.by].shown : sql`null::float8`
  return sql`m.id, m.email, m.user_id, m.full_name, m.role, m.status, m.access_state, m.assigned_via, m.credit_limit,
    m.credits_used, m.last_active, m.last_seen, m.agents_owned, m.agents_shared, m.apps_owned, m.apps_shared,
    m.default_rank, ${shown} as sort_key`
}

function ordered(order: MemberOrder) {
  const first = order ? sql`${SORT_KEYS[order.by].key} ${directed(order)},` : sql``
  return sql`${first} m.default_rank, m.email collate "C"`
}

/** The same order of rows that were read already. */
function orderedAgain(order: MemberOrder) {
  const first = order ? sql`sort_key ${directed(order)},` : sql``
  return sql`${first} default_rank, email collate "C"`
}

/** No value comes last in either direction; only last activity can be none. */
function directed({ by, direction }: NonNullable<MemberOrder>) {
  return sql.raw(by === 'last_active' && direction === 'desc' ? 'desc nulls last' : direction)
}

function offsetOf(start: Start) {
  return start && 'offset' in start ? sql`offset ${start.offset}` : sql``
}

/** Rows in order, from a place on, each part of them a stretch of the index. */
function walked(order: MemberOrder, start: Start, wanted: RawBuilder<unknown>, limit: number) {
  const page = (part: RawBuilder<unknown>) => sql`
    select ${placed(order)} from members m where ${wanted} and ${part} order by ${ordered(order)} limit ${limit}`
  const [first = sql`true`, ...others] = partsOf(order, start, order ? SORT_KEYS[order.by] : null)
  if (others.length === 0) return sql`${page(first)} ${offsetOf(start)}`
  const parts = [first, ...others].map((part) => sql`(${page(part)})`)
  return sql`
    select * from (${sql.join(parts, sql` union all `)}) as part order by ${orderedAgain(order)} limit ${limit}`
}

/** The same place for rows that were read already. */
function isFrom(order: MemberOrder, start: Start) {
  const key = sql`m.sort_key`
  const parts = partsOf(order, start, order && { key, value: SORT_KEYS[order.by].shownValue })
  return sql`(${sql.join(parts, sql` or `)})`
}

/**
 * Those with the same key, those beyond it, those without one. As one condition the index would be walked from the
 * first row with that key on.
 */
function partsOf(
  order: MemberOrder,
  start: Start,
  sorted: { key: RawBuilder<unknown>; value(key: number | string): RawBuilder<unknown> } | null,
): RawBuilder<unknown>[] {
  if (!start || 'offset' in start) return [sql`true`]
  const { from, sort_key, default_rank, email } = start
  const beyondTies = sql`(m.default_rank, m.email collate "C") ${sql.raw(from === 'here' ? '>=' : '>')}
    (${default_rank}::smallint, ${email}::text collate "C")`
  if (!order || !sorted) return [beyondTies]
  const { key } = sorted
  if (sort_key === null) return [sql`(${key} is null and ${beyondTies})`]
  const value = sorted.value(sort_key)
  const beyond = sql.raw(order.direction === 'asc' ? '>' : '<')
  const parts = [sql`(${key} = ${value} and ${beyondTies})`, sql`${key} ${beyond} ${value}`]
  return order.by === 'last_active' ? [...parts, sql`${key} is null`] : parts
}
