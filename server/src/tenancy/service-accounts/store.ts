import { Id } from '@atrium/contract'
import { ServiceDescription, ServiceName } from '@atrium/contract/service-accounts'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../platform/database/db.ts'
import { type RowOf, table, text, texts, time } from '../../platform/database/table.ts'
import type { Position } from '../../platform/newest-first.ts'
import { users } from '../tables.ts'

export const serviceAccounts = table(
  'service_accounts',
  {
    user_id: text(Id),
    workspace_id: text(Id),
    name: text(ServiceName),
    description: text(ServiceDescription).default(''),
    /** The only apps that its tokens reach, whatever they themselves say; null = all. */
    app_ids: texts(Type.Array(Id)).nullable(),
    created_by: text(Id).nullable(),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
  },
  { key: ['user_id'], references: { user_id: 'users', workspace_id: 'workspaces' } },
)

export type ServiceRole = 'admin' | 'editor' | 'viewer'

export interface ServiceAccountRow extends RowOf<typeof serviceAccounts> {
  email: string
  role: ServiceRole
  last_seen: Date | null
}

const COLUMNS = sql`s.user_id, s.workspace_id, s.name, s.description, s.app_ids, s.created_by, s.created_date,
  s.updated_date, m.email, m.role, a.last_seen`
const ACCOUNTS = sql`service_accounts s
  join members m on m.workspace_id = s.workspace_id and m.user_id = s.user_id
  left join member_activity a on a.workspace_id = s.workspace_id and a.user_id = s.user_id`

export const serviceAccountStore = (db: Db) => ({
  /** Held with the workspace, so that two calls do not both see room for one more. */
  async countAndHold(workspaceId: string): Promise<number> {
    await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(db)
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from service_accounts where workspace_id = ${workspaceId}`.execute(db)
    return rows[0]?.count ?? 0
  },
  async insert({ email, role, last_seen: _, ...row }: ServiceAccountRow): Promise<void> {
    const { user_id, workspace_id, name, created_date } = row
    await users.insertNew(db, [{ id: user_id, email, full_name: name, is_service: true, created_date }])
    await serviceAccounts.insertNew(db, [row])
    await sql`
      insert into members (workspace_id, email, user_id, full_name, role, status, access_state, assigned_via,
                           is_service, joined_date, created_date)
      values (${workspace_id}, ${email}, ${user_id}, ${name}, ${role}, 'joined', 'active', 'direct', true,
              ${created_date}, ${created_date})`.execute(db)
  },
  /** Newest first. */
  async list(workspaceId: string, after: Position | undefined, limit: number): Promise<ServiceAccountRow[]> {
    const beyond = after
      ? sql`and (s.created_date, s.user_id) < (${after.created_date}::timestamptz, ${after.id})`
      : sql``
    const { rows } = await sql<ServiceAccountRow>`
      select ${COLUMNS} from ${ACCOUNTS} where s.workspace_id = ${workspaceId} ${beyond}
       order by s.created_date desc, s.user_id desc limit ${limit}`.execute(db)
    return rows
  },
  async find(workspaceId: string, id: string): Promise<ServiceAccountRow | undefined> {
    const { rows } = await sql<ServiceAccountRow>`
      select ${COLUMNS} from ${ACCOUNTS}
       where s.user_id = ${id} and s.workspace_id = ${workspaceId}`.execute(db)
    return rows[0]
  },
  /** As `find`, held until the end of the transaction. */
  async lock(workspaceId: string, id: string): Promise<ServiceAccountRow | undefined> {
    await sql`select from service_accounts where user_id = ${id} for update`.execute(db)
    return this.find(workspaceId, id)
  },
  async update(row: ServiceAccountRow): Promise<void> {
    const { user_id, workspace_id, name, description, app_ids, role, updated_date } = row
    await sql`
      update service_accounts
         set name = ${name}, description = ${description}, app_ids = ${app_ids}, updated_date = ${updated_date}
       where user_id = ${user_id}`.execute(db)
    await sql`update users set full_name = ${name} where id = ${user_id}`.execute(db)
    await sql`
      update members set full_name = ${name}, role = ${role},
             credit_limit = case when ${role} <> 'viewer' then credit_limit end
       where workspace_id = ${workspace_id} and user_id = ${user_id}`.execute(db)
  },
  /** The membership goes by `remove` of members; its user stays, so that what it made still has an author. */
  async delete(id: string): Promise<void> {
    await sql`delete from service_accounts where user_id = ${id}`.execute(db)
  },
  async countTokens(workspaceId: string, id: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from credentials
       where user_id = ${id} and workspace_id = ${workspaceId} and kind = 'personal_token'`.execute(db)
    return rows[0]?.count ?? 0
  },
})
