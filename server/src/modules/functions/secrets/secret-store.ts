import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { appSecrets, type SecretRow } from '../tables.ts'

type Tables = { app_secrets: SecretRow }

export const secretStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async list(appId: string): Promise<SecretRow[]> {
      return q.selectFrom('app_secrets').selectAll().where('app_id', '=', appId).orderBy('name').execute()
    },
    /** Makes the changes of an app's secrets wait for each other. */
    async lock(appId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('app_secrets ' || ${appId}, 0))`.execute(db)
    },
    async insert(rows: readonly SecretRow[]): Promise<void> {
      await appSecrets.insertNew(db, rows)
    },
    async replace(id: string, value: string, now: Date): Promise<void> {
      await q.updateTable('app_secrets').set({ value, updated_date: now }).where('id', '=', id).execute()
    },
    async delete(appId: string, name: string): Promise<boolean> {
      const { numDeletedRows } = await q
        .deleteFrom('app_secrets')
        .where('app_id', '=', appId)
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
    async deleteOf(appId: string): Promise<void> {
      await q.deleteFrom('app_secrets').where('app_id', '=', appId).execute()
    },
  }
}
