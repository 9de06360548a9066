import type { Db } from '../../platform/database/db.ts'
import type { AppRole } from '../access/roles.ts'

type Tables = {
  collaborators: { app_id: string; user_id: string; role: AppRole; created_date: Date }
  members: { workspace_id: string; email: string; user_id: string | null; full_name: string; status: string }
  users: { id: string; email: string; full_name: string }
}

export const collaboratorStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    /** In the order of their emails. */
    async list(appId: string, afterEmail: string | undefined, limit: number) {
      let query = q
        .selectFrom('collaborators')
        .innerJoin('users', 'users.id', 'collaborators.user_id')
        .select(['app_id', 'user_id', 'users.email', 'users.full_name', 'role'])
        .where('app_id', '=', appId)
      if (afterEmail !== undefined) query = query.where('users.email', '>', afterEmail)
      return query.orderBy('users.email').limit(limit).execute()
    },
    async findMember(workspaceId: string, email: string) {
      const member = await q
        .selectFrom('members')
        .select(['user_id', 'email', 'full_name'])
        .where('workspace_id', '=', workspaceId)
        .where('email', '=', email)
        .where('status', '=', 'joined')
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
      return q
        .deleteFrom('collaborators')
        .using('users')
        .whereRef('users.id', '=', 'collaborators.user_id')
        .where('app_id', '=', appId)
        .where('users.email', '=', email)
        .returning('user_id')
        .executeTakeFirst()
    },
  }
}
