import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { comesAfter, type Position } from '../../platform/newest-first.ts'
import { holdsName } from '../apps/name-search-store.ts'

export interface TokenRow {
  id: string
  name: string
  permission: 'read_only' | 'full_access'
  app_ids: string[] | null
  user_id: string
  created_date: Date
  expires_at: Date | null
  last_used_at: Date | null
}

type Tables = {
  credentials: TokenRow & {
    kind: string
    secret_hash: Buffer
    workspace_id: string
    disabled_at: Date | null
  }
  users: { id: string; email: string }
}

export const tokenStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async insert(row: TokenRow & { workspace_id: string; secret_hash: Buffer }): Promise<void> {
      await q
        .insertInto('credentials')
        .values({ ...row, kind: 'personal_token', disabled_at: null })
        .execute()
    },
    /** Newest first; all of the workspace, or only one user's. */
    async list(
      workspaceId: string,
      { owner, search }: { owner: string | null; search: string },
      after: Position | undefined,
      limit: number,
    ) {
      let query = q
        .selectFrom('credentials')
        .innerJoin('users', 'users.id', 'credentials.user_id')
        .select(['credentials.id', 'name', 'permission', 'app_ids', 'user_id', 'users.email as user_email'])
        .select(['credentials.created_date', 'expires_at', 'last_used_at'])
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', 'personal_token')
        .where('disabled_at', 'is', null)
      if (owner !== null) query = query.where('user_id', '=', owner)
      if (search !== '') query = query.where(holdsName(sql.ref('credentials.name'), search))
      if (after) query = query.where(comesAfter(after, 'credentials'))
      return query
        .orderBy('credentials.created_date', 'desc')
        .orderBy('credentials.id', 'desc')
        .limit(limit)
        .execute()
    },
    /** Removes a token of the workspace, or only of one user; returns whether there was one. */
    async delete(workspaceId: string, userId: string | null, id: string): Promise<TokenRow | undefined> {
      let query = q
        .deleteFrom('credentials')
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', 'personal_token')
      if (userId !== null) query = query.where('user_id', '=', userId)
      return query.returningAll().executeTakeFirst()
    },
  }
}
