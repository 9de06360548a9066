import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { AssetRequest } from './plan-assets.ts'

export interface AssetSessionRow {
  id: string
  app_id: string
  workspace_id: string
  state: 'running' | 'done' | 'failed'
  input: AssetRequest
  created_by: string
  created_date: Date
  expires_at: Date
  finished_date: Date | null
}

type Tables = { ad_asset_sessions: Omit<AssetSessionRow, 'input'> & { input: AssetRequest | string } }

export const sessionStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    /** How many run in the app; nobody else begins one until the end of the transaction. */
    async lockAndCount(appId: string): Promise<number> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`ad assets ${appId}`}, 0))`.execute(db)
      const { count } = await q
        .selectFrom('ad_asset_sessions')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('app_id', '=', appId)
        .where('state', '=', sql.lit('running'))
        .executeTakeFirstOrThrow()
      return count
    },
    async insert(row: AssetSessionRow): Promise<void> {
      await q
        .insertInto('ad_asset_sessions')
        .values({ ...row, input: JSON.stringify(row.input) })
        .execute()
    },
    async findRunning(id: string): Promise<AssetSessionRow | null> {
      const row = await q
        .selectFrom('ad_asset_sessions')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', sql.lit('running'))
        .executeTakeFirst()
      return (row as AssetSessionRow | undefined) ?? null
    },
    /** As done when something was made, else as failed; null when it had ended before. */
    async end(id: string, now: Date): Promise<AssetSessionRow | null> {
      const { rows } = await sql<AssetSessionRow>`
        update ad_asset_sessions s
           set finished_date = ${now},
               state = case when exists (select from ad_assets a where a.session_id = s.id) then 'done' else 'failed' end
         where s.id = ${id} and s.state = 'running'
         returning s.*`.execute(db)
      return rows[0] ?? null
    },
    /** Those that nobody works on any more. */
    async stale(begunBefore: Date, limit: number): Promise<string[]> {
      const rows = await q
        .selectFrom('ad_asset_sessions')
        .select('id')
        .where('state', '=', sql.lit('running'))
        .where('created_date', '<', begunBefore)
        .orderBy('created_date')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
    /** Answers how many went. */
    async removeOver(now: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from ad_asset_sessions where id in (
          select id from ad_asset_sessions where state <> 'running' and expires_at < ${now} limit ${limit})`.execute(
        db,
      )
      return Number(numAffectedRows ?? 0)
    },
  }
}
