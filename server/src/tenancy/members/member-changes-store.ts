/** The statements behind roles, credit limits and removal; the list of members has its own store. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { WorkspaceRole } from '../access/roles.ts'

export interface ChangedMember {
  user_id: string
  email: string
  full_name: string
  role: WorkspaceRole
  access_state: 'active' | 'suspended'
  assigned_via: 'direct' | 'invitation' | 'group' | 'sso'
  /** Their own; null = the workspace's default. */
  credit_limit: number | null
}

export interface CreditLimits {
  monthly_limit: number | null
  default_member_credit_limit: number | null
}

const COLUMNS = sql`user_id, email, full_name, role, access_state, assigned_via, credit_limit`

export const memberChangesStore = (db: Db) => ({
  /** Those who have joined, and the caller, held until the end of the transaction; always in the same order. */
  async lock(workspaceId: string, emails: readonly string[], callerId: string): Promise<ChangedMember[]> {
    const { rows } = await sql<ChangedMember>`
      select ${COLUMNS} from members
       where workspace_id = ${workspaceId} and status = 'joined'
         and (email = any(${emails}) and not is_service or user_id = ${callerId})
       order by email for update`.execute(db)
    return rows
  },
  async limits(workspaceId: string): Promise<CreditLimits> {
    const { rows } = await sql<CreditLimits>`
      select monthly_limit, default_member_credit_limit from workspaces where id = ${workspaceId}`.execute(db)
    const [limits] = rows
    if (!limits) throw new Error(`workspace ${workspaceId} is gone`)
    return limits
  },
  /** A role given by hand: no group or directory decides it any more. A viewer has no limit of their own. */
  async setRoles(
    workspaceId: string,
    changes: readonly { email: string; role: WorkspaceRole }[],
  ): Promise<ChangedMember[]> {
    const { rows } = await sql<ChangedMember>`
      update members m
         set role = c.role,
             credit_limit = case when c.role <> 'viewer' then m.credit_limit end,
             assigned_via = case when m.assigned_via = 'invitation' then 'invitation' else 'direct' end
        from unnest(${changes.map(({ email }) => email)}::text[],
                    ${changes.map(({ role }) => role)}::text[]) as c(email, role)
       where m.workspace_id = ${workspaceId} and m.email = c.email
      returning m.user_id, m.email, m.full_name, m.role, m.access_state, m.assigned_via, m.credit_limit`.execute(
      db,
    )
    return rows
  },
  async setCreditLimits(
    workspaceId: string,
    changes: readonly { email: string; credit_limit: number | null }[],
  ): Promise<ChangedMember[]> {
    const { rows } = await sql<ChangedMember>`
      update members m set credit_limit = c.credit_limit
        from unnest(${changes.map(({ email }) => email)}::text[],
                    ${changes.map((change) => change.credit_limit)}::numeric[]) as c(email, credit_limit)
       where m.workspace_id = ${workspaceId} and m.email = c.email
      returning m.user_id, m.email, m.full_name, m.role, m.access_state, m.assigned_via, m.credit_limit`.execute(
      db,
    )
    return rows
  },
  async setDefaultLimit(workspaceId: string, limit: number | null): Promise<void> {
    await sql`update workspaces set default_member_credit_limit = ${limit} where id = ${workspaceId}`.execute(
      db,
    )
  },
  /** By the rank, which has an index. */
  async ownerOf(workspaceId: string): Promise<string | null> {
    const { rows } = await sql<{ user_id: string }>`
      select user_id from members where workspace_id = ${workspaceId} and role_rank = 1 and status = 'joined'
       order by joined_date, user_id limit 1`.execute(db)
    return rows[0]?.user_id ?? null
  },
  /** Returns the ids of the apps; deleted ones pass on in silence, until they are gone for good. */
  async passAppsOn(workspaceId: string, from: string, to: string): Promise<string[]> {
    const { rows } = await sql<{ id: string; is_deleted: boolean }>`
      update apps set owner_id = ${to} where workspace_id = ${workspaceId} and owner_id = ${from}
      returning id, deleted_at is not null as is_deleted`.execute(db)
    return rows.filter(({ is_deleted }) => !is_deleted).map(({ id }) => id)
  },
  /** The membership, tokens made in this workspace, sessions in its apps, and every way into the apps. */
  async remove(workspaceId: string, userId: string): Promise<void> {
    await sql`delete from credentials
      where user_id = ${userId}
        and (workspace_id = ${workspaceId} and kind = 'personal_token'
             or app_id in (select id from apps where workspace_id = ${workspaceId}))`.execute(db)
    await sql`delete from collaborators c using apps a
      where a.id = c.app_id and a.workspace_id = ${workspaceId} and c.user_id = ${userId}`.execute(db)
    await sql`update app_users u set invited_date = null from apps a
      where a.id = u.app_id and a.workspace_id = ${workspaceId} and u.member_id = ${userId}`.execute(db)
    await sql`delete from members where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db)
  },
})
