import type { CredentialKind } from '@atrium/contract'
import { type Generated, type Insertable, sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { makeId } from '../platform/ids.ts'
import { type AuditRow, auditStore } from '../tenancy/audit/store.ts'

type Tables = {
  users: {
    id: string
    email: string
    full_name: string
    password_hash: string | null
    is_service: Generated<boolean>
    is_installation_admin: Generated<boolean>
    created_date: Date
  }
  workspaces: { id: string; name: string }
  members: {
    workspace_id: string
    email: string
    user_id: string | null
    full_name: string
    role: string
    status: string
    access_state: string
    assigned_via: string
    joined_date: Date | null
    created_date: Date
  }
  apps: { id: string; workspace_id: string; deleted_at: Date | null }
  credentials: CredentialRow
}

export interface CredentialRow {
  id: string
  kind: CredentialKind
  secret_hash: Buffer
  user_id: string | null
  workspace_id: string | null
  permission: 'read_only' | 'full_access'
  app_ids: string[] | null
  name: string
  created_date: Date
  expires_at: Date | null
}

export type OperatorFact = Pick<AuditRow, 'workspace_id' | 'action' | 'target_type' | 'target_id' | 'detail'>

export const operatorStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async knownWorkspaces(ids: readonly string[]): Promise<string[]> {
      const rows = await q
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', sql<string>`any(${ids})`)
        .execute()
      return rows.map(({ id }) => id)
    },
    async hasWorkspaces(): Promise<boolean> {
      return (await q.selectFrom('workspaces').select('id').limit(1).executeTakeFirst()) !== undefined
    },
    async findUser(email: string) {
      return q
        .selectFrom('users')
        .select(['id', 'email', 'full_name', 'is_service'])
        .where('email', '=', email)
        .executeTakeFirst()
    },
    async insertUser(row: Insertable<Tables['users']>): Promise<void> {
      await q.insertInto('users').values(row).execute()
    },
    async setInstallationAdmin(userId: string, is_installation_admin: boolean): Promise<void> {
      await q.updateTable('users').set({ is_installation_admin }).where('id', '=', userId).execute()
    },
    /** Their emails. */
    async installationAdmins(): Promise<string[]> {
      const rows = await q
        .selectFrom('users')
        .select('email')
        .where('is_installation_admin', '=', true)
        .orderBy('email')
        .execute()
      return rows.map(({ email }) => email)
    },
    /** Where the user may work now. */
    async activeWorkspaces(userId: string): Promise<string[]> {
      const rows = await q
        .selectFrom('members')
        .select('workspace_id')
        .where('user_id', '=', userId)
        .where('status', '=', 'joined')
        .where('access_state', '=', 'active')
        .orderBy('workspace_id')
        .execute()
      return rows.map(({ workspace_id }) => workspace_id)
    },
    /** A member who joined; an invitation of the same email is accepted by that. */
    async join(member: {
      workspace_id: string
      email: string
      user_id: string
      full_name: string
      role: string
      now: Date
    }) {
      const { now, ...given } = member
      const joined = { ...given, status: 'joined', access_state: 'active', joined_date: now }
      await q
        .insertInto('members')
        .values({ ...joined, assigned_via: 'direct', created_date: now })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doUpdateSet(joined))
        .execute()
    },
    async knownApps(workspaceId: string, ids: readonly string[]): Promise<string[]> {
      const rows = await q
        .selectFrom('apps')
        .select('id')
        .where('id', '=', sql<string>`any(${ids})`)
        .where('workspace_id', '=', workspaceId)
        .where('deleted_at', 'is', null)
        .execute()
      return rows.map(({ id }) => id)
    },
    async insertCredential(row: CredentialRow): Promise<void> {
      await q.insertInto('credentials').values(row).execute()
    },
    async deleteCredential(id: string) {
      return q
        .deleteFrom('credentials')
        .where('id', '=', id)
        .returning(['id', 'kind', 'name', 'workspace_id', 'user_id'])
        .executeTakeFirst()
    },
    async deleteSessions(userId: string): Promise<void> {
      await q
        .deleteFrom('credentials')
        .where('user_id', '=', userId)
        .where('kind', 'in', ['session', 'app_session'])
        .execute()
    },
    /** The trail shows that it was done here, not through the API. */
    async record(now: Date, fact: OperatorFact): Promise<void> {
      await auditStore(db).insert({
        id: makeId('aud', now),
        created_date: now,
        actor_id: null,
        actor_email: null,
        credential_kind: null,
        credential_id: null,
        address: null,
        request_id: null,
        app_id: null,
        ...fact,
        detail: { ...fact.detail, by: 'operator' },
      })
    },
  }
}
