import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { WorkspaceRole } from '../access/roles.ts'
import { workspaces } from '../tables.ts'

interface JoinedMember {
  user_id: string
  email: string
  role: WorkspaceRole
  access_state: 'active' | 'suspended'
}

export const workspaceStore = (db: Db) => ({
  /** Holds the person, so that two calls do not both see room for one more; returns how many they own. */
  async lockOwned(userId: string): Promise<number> {
    await sql`select from users where id = ${userId} for no key update`.execute(db)
    const { rows } = await sql<{ owned: number }>`
      select count(*)::integer as owned from members where user_id = ${userId} and role = 'owner'`.execute(db)
    return rows[0]?.owned ?? 0
  },
  async insert(row: {
    id: string
    name: string
    monthly_limit: number | null
    created_date: Date
  }): Promise<void> {
    await workspaces.insertNew(db, [row])
  },
  async insertOwner(member: {
    workspace_id: string
    user_id: string
    email: string
    full_name: string
    now: Date
  }): Promise<void> {
    const { workspace_id, user_id, email, full_name, now } = member
    await sql`
      insert into members (workspace_id, email, user_id, full_name, role, status, access_state, assigned_via,
                           joined_date, created_date)
      values (${workspace_id}, ${email}, ${user_id}, ${full_name}, 'owner', 'joined', 'active', 'direct',
              ${now}, ${now})`.execute(db)
  },
  /** Returns the name before; undefined when the workspace is gone. */
  async rename(id: string, name: string): Promise<string | undefined> {
    const { rows } = await sql<{ name: string }>`
      update workspaces w set name = ${name} from (select id, name from workspaces where id = ${id} for update) b
       where w.id = b.id returning b.name`.execute(db)
    return rows[0]?.name
  },
  /** One person of the workspace, held; service accounts are none. */
  async lockMember(
    workspaceId: string,
    by: { email: string } | { id: string },
  ): Promise<JoinedMember | undefined> {
    const isWanted = 'id' in by ? sql`user_id = ${by.id}` : sql`email = ${by.email}`
    const { rows } = await sql<JoinedMember>`
      select user_id, email, role, access_state from members
       where workspace_id = ${workspaceId} and ${isWanted} and status = 'joined' and not is_service
         for update`.execute(db)
    return rows[0]
  },
  /** Who takes over from this one: an owner, else an active admin or editor. */
  async heirOf(
    workspaceId: string,
    userId: string,
  ): Promise<{ user_id: string; role: WorkspaceRole } | undefined> {
    const { rows } = await sql<{ user_id: string; role: WorkspaceRole }>`
      select user_id, role from members
       where workspace_id = ${workspaceId} and role_rank <= 3 and status = 'joined' and user_id <> ${userId}
         and not is_service and (role_rank = 1 or access_state = 'active')
       order by role_rank, joined_date, user_id limit 1`.execute(db)
    return rows[0]
  },
  /** Deleted apps count too, until they are gone for good. */
  async ownsApps(workspaceId: string, userId: string): Promise<boolean> {
    const { rows } = await sql<{ owns: boolean }>`
      select exists (select from apps where workspace_id = ${workspaceId} and owner_id = ${userId}) as owns`.execute(
      db,
    )
    return rows[0]?.owns === true
  },
  /** An owner has no credit limit of their own. */
  async setRole(workspaceId: string, userId: string, role: WorkspaceRole): Promise<void> {
    await sql`
      update members
         set role = ${role}, credit_limit = case when ${role} = 'owner' then null else credit_limit end,
             assigned_via = case when assigned_via = 'invitation' then 'invitation' else 'direct' end
       where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db)
  },
})
