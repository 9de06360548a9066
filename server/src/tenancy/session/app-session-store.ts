import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'

export interface AppSessionRow {
  id: string
  secret_hash: Buffer
  app_id: string
  app_user_id: string
  /** Filled for members of the workspace. */
  user_id: string | null
  created_date: Date
  expires_at: Date
}

const insertSession = prepared(
  'insert_app_session',
  `insert into credentials (id, kind, secret_hash, app_id, app_user_id, user_id, created_date, expires_at)
   values ($1, 'app_session', $2, $3, $4, $5, $6, $7)`,
)

const deleteSessions = prepared<{ id: string }>(
  'delete_app_sessions',
  `delete from credentials where app_id = $1 and app_user_id = $2 and id is distinct from $3 returning id`,
)

const deleteSession = prepared(
  'delete_app_session',
  `delete from credentials where id = $1 and kind = 'app_session'`,
)

export const appSessionStore = (db: Db) => ({
  async insert(row: AppSessionRow): Promise<void> {
    const { id, secret_hash, app_id, app_user_id, user_id, created_date, expires_at } = row
    await insertSession(db, [id, secret_hash, app_id, app_user_id, user_id, created_date, expires_at])
  },
  async deleteAll(key: { app_id: string; user_id: string }, kept: string | null): Promise<number> {
    return (await deleteSessions(db, [key.app_id, key.user_id, kept])).length
  },
  async delete(id: string): Promise<void> {
    await deleteSession(db, [id])
  },
})
