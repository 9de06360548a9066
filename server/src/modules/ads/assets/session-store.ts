import { OneOf } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { json, type RowOf, table, text, time } from '../../../platform/database/table.ts'
import type { AssetRequest } from './plan-assets.ts'

export const assetSessions = table(
  'ad_asset_sessions',
  {
    id: text(),
    app_id: text(),
    workspace_id: text(),
    state: text(OneOf(['running', 'done', 'failed'])),
    input: json(Type.Unsafe<AssetRequest>({})),
    created_by: text(),
    created_date: time(),
    expires_at: time(),
    finished_date: time().nullable(),
  },
  { key: ['id'], notArchived: 'a session is over within a day' },
)
export type AssetSessionRow = RowOf<typeof assetSessions>

type Tables = { ad_asset_sessions: AssetSessionRow }

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
      await q.insertInto('ad_asset_sessions').values(row).execute()
    },
    async findRunning(id: string): Promise<AssetSessionRow | null> {
      const row = await q
        .selectFrom('ad_asset_sessions')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', sql.lit('running'))
        .executeTakeFirst()
      return row ?? null
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
    /** Returns how many went. */
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
