import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { RowOf } from '../../platform/database/table.ts'
import type { AppRole } from '../access/roles.ts'
import type { collaborators } from '../tables.ts'

export interface CollaboratorRow {
  app_id: string
  user_id: string
  email: string
  full_name: string
  role: AppRole
}

type Tables = {
  collaborators: RowOf<typeof collaborators>
  members: {
    workspace_id: string
    email: string
    user_id: string | null
    full_name: string
    status: string
    is_service: boolean
  }
}

// People go by the name and email they have in the workspace; who has left it, by their own.
const EMAIL = sql<string>`coalesce(m.email, u.email)`
const COLLABORATORS = sql`collaborators c
  join apps a on a.id = c.app_id
  join users u on u.id = c.user_id
  left join members m on m.workspace_id = a.workspace_id and m.user_id = c.user_id`

export const collaboratorStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    /** In the order of their emails. */
    async list(appId: string, after: Position | undefined, limit: number): Promise<CollaboratorRow[]> {
      const beyond = after ? sql`and (${EMAIL}, c.user_id) > (${after.email}, ${after.user_id})` : sql``
      const { rows } = await sql<CollaboratorRow>`
        select c.app_id, c.user_id, ${EMAIL} as email, coalesce(m.full_name, u.full_name) as full_name, c.role
          from ${COLLABORATORS} where c.app_id = ${appId} ${beyond}
         order by ${EMAIL}, c.user_id limit ${limit}`.execute(db)
      return rows
    },
    async findMember(workspaceId: string, email: string) {
      const member = await q
        .selectFrom('members')
        .select(['user_id', 'email', 'full_name'])
        .where('workspace_id', '=', workspaceId)
        .where('email', '=', email)
        .where('status', '=', 'joined')
        .where('is_service', '=', false)
        .executeTakeFirst()
      return member?.user_id ? { ...member, user_id: member.user_id } : null
    },
    async set(row: Tables['collaborators']): Promise<void> {
      await q
        .insertInto('collaborators')
        .values(row)
        .onConflict((conflict) => conflict.columns(['app_id', 'user_id']).doUpdateSet({ role: row.role }))
        .execute()
    },
    async delete(appId: string, email: string): Promise<{ user_id: string } | undefined> {
      const { rows } = await sql<{ user_id: string }>`
        delete from collaborators where app_id = ${appId} and user_id = (
          select c.user_id from ${COLLABORATORS}
           where c.app_id = ${appId} and ${EMAIL} = ${email} order by c.user_id limit 1)
        returning user_id`.execute(db)
      return rows[0]
    },
  }
}

interface Position {
  email: string
  user_id: string
}
