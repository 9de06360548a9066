/** Which members a list holds, as conditions; its order and pages are the store's. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { bigint, integer, smallint, table, text } from '../../platform/database/table.ts'
import { COMPUTED } from '../tables.ts'
import { holding, piecesQuery, withoutBorders } from './search-terms.ts'

export const memberSearch = table(
  'member_search',
  { member_id: bigint(), workspace_id: text(), search_text: text() },
  { key: ['member_id'], notArchived: COMPUTED },
)
export const memberNumbers = table(
  'member_numbers',
  { workspace_id: text(), default_rank: smallint(), number: integer() },
  { key: ['workspace_id', 'default_rank'], notArchived: COMPUTED },
)

export interface MemberFilter {
  search: string
  search_terms: readonly string[]
  /** An empty list filters nothing, as with the terms. */
  roles: readonly string[]
  statuses: readonly string[]
  credit_limit_set: boolean | undefined
  apps: Range<number>
  agents: Range<number>
  last_active: Range<Date>
  staff_domains: readonly string[]
}

export interface Range<T> {
  gte?: T | undefined
  lte?: T | undefined
}

/** One search: a member matches when any of its terms does. */
export interface Search {
  /** Null when one of the terms is too short for the index. */
  queries: readonly string[] | null
  patterns: readonly string[]
}

const ROLES = ['owner', 'admin', 'editor', 'viewer', 'guest']
const STATUSES = ['joined', 'pending', 'expired']

// As floats, which compare with any number a caller may send, and as the indexes have them.
export const APPS = sql`m.apps_owned::float8 + m.apps_shared`
export const AGENTS = sql`m.agents_owned::float8 + m.agents_shared`

/** The searches of a filter, folded as the searched text is; an empty search is none. */
export async function searchesOf(db: Db, filter: MemberFilter): Promise<Search[]> {
  const groups = [filter.search === '' ? [] : [filter.search], filter.search_terms]
  const terms = groups.flat().map(withoutBorders)
  if (terms.length === 0) return []
  const folded = await foldCase(db, terms)
  return groups
    .map((group) => [...new Set(folded.splice(0, group.length))])
    .filter((group) => group.length > 0 && !group.includes(''))
    .map((group) => {
      const queries = group.map((term) => piecesQuery(term)).filter((query) => query !== null)
      return { queries: queries.length < group.length ? null : queries, patterns: group.map(holding) }
    })
}

async function foldCase(db: Db, terms: readonly string[]): Promise<string[]> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (terms.every((term) => /^[\x00-\x7f]*$/.test(term))) return terms.map((term) => term.toLowerCase())
  const { rows } = await sql<{ folded: string[] }>`
    select array(select fold_case(term) from unnest(${terms}::text[]) with ordinality as given(term, place)
                  order by place) as folded`.execute(db)
  return rows[0]?.folded ?? []
}

/** Everything but the searches, of `members m`. */
export function matches(workspaceId: string, filter: MemberFilter): RawBuilder<boolean> {
  return and([isRanked(workspaceId, filter), ...restOf(filter)])
}

/** What every index of an order can tell: the workspace, and the ranks. */
export function isRanked(workspaceId: string, filter: MemberFilter): RawBuilder<boolean> {
  const ranks = ranksOf(filter)
  // A workspace has few service accounts, so that the indexes need not know of them.
  const isOfWorkspace = sql`m.workspace_id = ${workspaceId} and not m.is_service`
  return ranks ? and([isOfWorkspace, sql`m.default_rank = any(${ranks}::smallint[])`]) : and([isOfWorkspace])
}

/** What it cannot tell, the searches too: row by row of `members m`. */
export function isWanted(filter: MemberFilter, searches: readonly Search[]): RawBuilder<boolean> {
  return and([...restOf(filter), ...(searches.length > 0 ? [holdsSearched(searches)] : [])])
}

function restOf(filter: MemberFilter) {
  return [
    filter.staff_domains.length > 0 && sql`not ${isHiddenGuest(filter.staff_domains)}`,
    filter.credit_limit_set !== undefined && sql`(m.credit_limit is not null) = ${filter.credit_limit_set}`,
    ...within(APPS, filter.apps),
    ...within(AGENTS, filter.agents),
    ...within(sql`m.last_active`, filter.last_active),
  ].filter((condition) => condition !== false)
}

function and(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Of `member_search s`, by its index. */
export function isFound(workspaceId: string, searches: readonly Search[]): RawBuilder<boolean> {
  const conditions = searches.flatMap(({ queries, patterns }) => [
    ...(queries ? [sql`member_search_pieces(s.search_text) @@ any(${queries}::tsquery[])`] : []),
    sql`s.search_text like any(${patterns}::text[])`,
  ])
  return and([sql`s.workspace_id = ${workspaceId}`, ...conditions])
}

/** Of one row of `members m`. */
export function holdsSearched(searches: readonly Search[]): RawBuilder<boolean> {
  const conditions = searches.map(({ patterns }) => sql`s.search_text like any(${patterns}::text[])`)
  return sql<boolean>`(select ${and(conditions)} from member_search s where s.member_id = m.id)`
}

/** Spec: members list, rule 6. */
export function isHiddenGuest(domains: readonly string[]) {
  return sql`(m.role = 'guest' and m.status = 'joined' and m.access_state = 'active'
              and split_part(m.email, '@', 2) = any(${domains}))`
}

/** How many a filter matches that asks for nothing but roles and statuses: it is known without counting. */
export function keptTotal(workspaceId: string, filter: MemberFilter): RawBuilder<number> {
  const ranks = ranksOf(filter)
  const wanted = ranks ? sql`and default_rank = any(${ranks}::smallint[])` : sql``
  const hidden =
    filter.staff_domains.length > 0 && (!ranks || ranks.includes(rankOf('joined', 'guest')))
      ? sql`(select count(*) from members m
              where m.workspace_id = ${workspaceId} and ${isHiddenGuest(filter.staff_domains)})`
      : sql`0`
  return sql<number>`
    (select coalesce(sum(number), 0) from member_numbers where workspace_id = ${workspaceId} ${wanted}) - ${hidden}`
}

export function asksOnlyForRanks({ credit_limit_set, ...filter }: MemberFilter): boolean {
  const ranges = [filter.apps, filter.agents, filter.last_active]
  return (
    credit_limit_set === undefined && ranges.every(({ gte, lte }) => gte === undefined && lte === undefined)
  )
}

/** The ranks in the default order that roles and statuses leave, null for all. */
function ranksOf({ roles, statuses }: MemberFilter): number[] | null {
  if (roles.length === 0 && statuses.length === 0) return null
  return STATUSES.filter((status) => statuses.length === 0 || statuses.includes(status)).flatMap((status) =>
    ROLES.filter((role) => roles.length === 0 || roles.includes(role)).map((role) => rankOf(status, role)),
  )
}

/** As the generated column members.default_rank. */
function rankOf(status: string, role: string): number {
  return 10 * (STATUSES.indexOf(status) + 1) + ROLES.indexOf(role) + 1
}

function within(key: RawBuilder<unknown>, { gte, lte }: Range<number | Date>) {
  return [gte !== undefined && sql`${key} >= ${gte}`, lte !== undefined && sql`${key} <= ${lte}`]
}
