import type { InputOf, operations } from '@atrium/contract'
import { hashSecret, type Secrets } from '../../platform/secrets.ts'
import { type Caller, userOf } from '../access/caller.ts'
import { isAdmin } from '../access/roles.ts'
import type { TenancyDeps } from '../ground.ts'
import { readTime } from '../read-time.ts'
import { type MemberFilter, type MemberRow, memberStore } from './store.ts'

type Input = InputOf<typeof operations.members.list>

/** Spec: POST /api/workspace/members/list. */
export async function listMembers(
  { db, access, secrets, staffEmailDomains }: TenancyDeps,
  caller: Caller,
  { query, body }: Input,
) {
  const { cursor, page_size = 50 } = body
  const filter = filterOf(body, staffEmailDomains)
  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  const seesAll = isAdmin(workspace.role)
  const own = userOf(caller).id
  const sort = sortOf(body, seesAll)
  const position = cursorPositions(secrets, JSON.stringify([workspace.id, own, filter, sort]))
  const offset = position.read(cursor)

  const store = memberStore(db)
  const [rows, { total, ...limits }] = await Promise.all([
    store.list(workspace.id, filter, sort, offset, page_size + 1),
    store.totals(workspace.id, filter),
  ])
  const has_more = rows.length > page_size
  return {
    members: rows
      .slice(0, page_size)
      .map((row) => presentMember(row, limits.default_member_credit_limit, seesAll || row.user_id === own)),
    next_cursor: has_more ? position.write(offset + page_size) : null,
    has_more,
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
function sortOf({ sort_by, sort_dir }: Input['body'], seesAll: boolean) {
  if (!sort_by || !sort_dir || (sort_by === 'credits' && !seesAll)) return null
  return { by: sort_by, direction: sort_dir }
}

function presentMember(row: MemberRow, defaultLimit: number | null, isVisible: boolean) {
  const { last_active, ...rest } = row
  return {
    ...rest,
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

/** A signed position in one list; anything that is not ours for this body starts from the first page. */
function cursorPositions(secrets: Secrets, list: string) {
  const purpose = `cursor members.list ${hashSecret(list).toString('base64url')}`
  return {
    write: (offset: number) => `${offset}.${secrets.sign(purpose, String(offset))}`,
    read(cursor: string | undefined): number {
      const [offset = '', mark = ''] = (cursor ?? '').split('.')
      return /^\d{1,9}$/.test(offset) && secrets.verify(purpose, offset, mark) ? Number(offset) : 0
    },
  }
}
