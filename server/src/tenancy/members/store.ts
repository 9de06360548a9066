import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { WorkspaceRole } from '../access/roles.ts'

export interface MemberRow {
  email: string
  user_id: string | null
  full_name: string
  role: WorkspaceRole
  status: 'joined' | 'pending' | 'expired'
  access_state: 'active' | 'suspended' | 'invited' | 'invite_expired'
  assigned_via: 'direct' | 'invitation' | 'group' | 'sso'
  credit_limit: number | null
  credits_used: number
  last_active: Date | null
  last_seen: Date | null
  agents_owned: number
  agents_shared: number
  apps_owned: number
  apps_shared: number
}

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

interface Range<T> {
  gte?: T | undefined
  lte?: T | undefined
}

export type MemberSort = 'member' | 'credits' | 'apps' | 'agents' | 'last_active' | 'role'

const ROLE_RANK = sql`array_position(array['owner', 'admin', 'editor', 'viewer', 'guest'], role)`
const STATUS_RANK = sql`array_position(array['joined', 'pending', 'expired'], status)`
// As floats, which compare with any number a caller may send.
const APPS = sql`apps_owned::float8 + apps_shared`
const AGENTS = sql`agents_owned::float8 + agents_shared`

const SORT_KEYS: Record<MemberSort, RawBuilder<unknown>> = {
  member: sql`lower(coalesce(nullif(full_name, ''), email))`,
  credits: sql`credits_used`,
  apps: APPS,
  agents: AGENTS,
  last_active: sql`last_active`,
  role: ROLE_RANK,
}

export const memberStore = (db: Db) => ({
  async list(
    workspaceId: string,
    filter: MemberFilter,
    sort: { by: MemberSort; direction: 'asc' | 'desc' } | null,
    offset: number,
    limit: number,
  ): Promise<MemberRow[]> {
    const first = sort ? sql`${SORT_KEYS[sort.by]} ${sql.raw(sort.direction)} nulls last,` : sql``
    const { rows } = await sql<MemberRow>`
      select email, user_id, full_name, role, status, access_state, assigned_via, credit_limit, credits_used,
             last_active, last_seen, agents_owned, agents_shared, apps_owned, apps_shared
        from members where ${matches(workspaceId, filter)}
       order by ${first} ${STATUS_RANK}, ${ROLE_RANK}, email
       limit ${limit} offset ${offset}`.execute(db)
    return rows
  },

  /** How many match, and the limits of the workspace that the answer carries. */
  async totals(workspaceId: string, filter: MemberFilter) {
    const { rows } = await sql<{
      total: number
      monthly_limit: number | null
      default_member_credit_limit: number | null
    }>`
      select monthly_limit, default_member_credit_limit,
             (select count(*) from members where ${matches(workspaceId, filter)}) as total
        from workspaces where id = ${workspaceId}`.execute(db)
    const [row] = rows
    if (!row) throw new Error(`workspace ${workspaceId} is gone`)
    return row
  },
})

function matches(workspaceId: string, filter: MemberFilter): RawBuilder<boolean> {
  const conditions = [
    sql`workspace_id = ${workspaceId}`,
    // Spec: members list, rule 6.
    filter.staff_domains.length > 0 &&
      sql`not (role = 'guest' and status = 'joined' and access_state = 'active'
               and split_part(email, '@', 2) = any(${filter.staff_domains}))`,
    filter.search !== '' && holdsAny([filter.search]),
    filter.search_terms.length > 0 && holdsAny(filter.search_terms),
    filter.roles.length > 0 && sql`role = any(${filter.roles})`,
    filter.statuses.length > 0 && sql`status = any(${filter.statuses})`,
    filter.credit_limit_set !== undefined && sql`(credit_limit is not null) = ${filter.credit_limit_set}`,
    ...within(APPS, filter.apps),
    ...within(AGENTS, filter.agents),
    ...within(sql`last_active`, filter.last_active),
  ].filter((condition) => condition !== false)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Any of the terms, anywhere in one of the fields, whatever its case; no character is special. */
function holdsAny(terms: readonly string[]) {
  return sql`exists (select from unnest(${terms}::text[]) as term
                      where strpos(lower(email), lower(term)) > 0 or strpos(lower(full_name), lower(term)) > 0
                         or strpos(role, lower(term)) > 0 or strpos(status, lower(term)) > 0)`
}

function within(key: RawBuilder<unknown>, { gte, lte }: Range<number | Date>) {
  return [gte !== undefined && sql`${key} >= ${gte}`, lte !== undefined && sql`${key} <= ${lte}`]
}
