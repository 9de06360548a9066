import type { InputOf, operations } from '@atrium/contract'
import { hashSecret } from '../../platform/secrets.ts'
import { readTime } from '../../platform/time/read-time.ts'
import { tolerate } from '../../platform/tolerate.ts'
import { type Caller, userOf } from '../access/caller.ts'
import { isAdmin } from '../access/roles.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { findMembers } from './find-members.ts'
import { memberCursors, startOf } from './member-cursor.ts'
import { type MemberFilter, searchesOf } from './member-filter-store.ts'
import { refreshMemberStatsWhenDue } from './refresh-member-stats.ts'
import { type MemberOrder, memberStore, type PlacedMember } from './store.ts'

type Input = InputOf<typeof operations.members.list>

/** Spec: POST /api/workspace/members/list. */
export async function listMembers(deps: TenancyDeps, caller: Caller, { query, body }: Input) {
  const { db, log, access, secrets, memberTotals, staffEmailDomains } = deps
  const { cursor, page_size = 50 } = body
  const filter = filterOf(body, staffEmailDomains)
  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  const renewing = refreshMemberStatsWhenDue(deps, workspace.id)
  await tolerate(log, 'credits and times of members could not be renewed', renewing, undefined)

  const seesAll = isAdmin(workspace.role)
  const own = userOf(caller).id
  const order = orderOf(body, seesAll)
  const cursors = memberCursors(secrets, [workspace.id, own, filter, order, body.sort_by, body.sort_dir])
  const position = cursors.read(cursor)
  const store = memberStore(db)
  const [{ epoch, members, ...limits }, searches, start] = await Promise.all([
    store.summary(workspace.id),
    searchesOf(db, filter),
    startOf(store, workspace.id, order, position),
  ])

  const name = hashSecret(JSON.stringify([workspace.id, epoch, filter])).toString('base64url')
  const known = memberTotals.read(name)
  const { rows, total } = await findMembers({
    store,
    listing: { workspace_id: workspace.id, filter, searches, order },
    start,
    limit: page_size + 1,
    members,
    known,
  })
  if (known === undefined) memberTotals.write(name, total)

  const page = rows.slice(0, page_size)
  const next = rows[page_size]
  const shown = (position?.offset ?? 0) + page.length
  return {
    members: page.map((row) =>
      presentMember(row, limits.default_member_credit_limit, seesAll || row.user_id === own),
    ),
    next_cursor: next ? cursors.write(shown, page, next) : null,
    has_more: next !== undefined,
    total,
    ...limits,
  }
}

function filterOf(body: Input['body'], staff_domains: readonly string[]): MemberFilter {
  const { apps_owned = {}, agents_owned = {}, last_active = {} } = body
  const timeOf = (bound: 'gte' | 'lte') => {
    const text = last_active[bound]
    return text === undefined ? undefined : readTime(text, ['body', 'last_active', bound])
  }
  return {
    search: body.search ?? '',
    search_terms: body.search_terms ?? [],
    roles: body.roles ?? [],
    statuses: body.invite_statuses ?? [],
    credit_limit_set: body.credit_limit_set,
    apps: { gte: apps_owned.gte, lte: apps_owned.lte },
    agents: { gte: agents_owned.gte, lte: agents_owned.lte },
    last_active: { gte: timeOf('gte'), lte: timeOf('lte') },
    staff_domains,
  }
}

/** Rule 5: who may not see credits must not learn them from the order either. */
function orderOf({ sort_by, sort_dir }: Input['body'], seesAll: boolean): MemberOrder {
  if (!sort_by || !sort_dir || (sort_by === 'credits' && !seesAll)) return null
  return { by: sort_by, direction: sort_dir }
}

function presentMember(placed: PlacedMember, defaultLimit: number | null, isVisible: boolean) {
  const { id, default_rank, sort_key, last_active, ...row } = placed
  return {
    ...row,
    user_id: row.user_id ?? '',
    credit_limit: row.credit_limit ?? defaultLimit,
    is_default_limit: row.credit_limit === null,
    credits_used: isVisible ? row.credits_used : null,
    last_seen: isVisible && row.last_seen ? bare(row.last_seen) : null,
    ...(last_active && { last_active: bare(last_active) }),
  }
}

/** The specification gives these times without a zone suffix. */
function bare(time: Date): string {
  return time.toISOString().replace('Z', '')
}
