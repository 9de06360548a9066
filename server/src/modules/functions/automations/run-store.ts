import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { automationRuns, type RunRow } from '../tables.ts'

type Tables = { automation_runs: RunRow }

export const runStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async insert(rows: readonly RunRow[]): Promise<void> {
      await automationRuns.insertNew(db, rows)
    },
    async find(id: string): Promise<RunRow | undefined> {
      return q.selectFrom('automation_runs').selectAll().where('id', '=', id).executeTakeFirst()
    },
    async start(id: string, attempts: number, now: Date): Promise<void> {
      await q
        .updateTable('automation_runs')
        .set({ status: 'running', attempts, started_at: sql`coalesce(started_at, ${now})` })
        .where('id', '=', id)
        .execute()
    },
    async wait(id: string, error: string): Promise<void> {
      await q.updateTable('automation_runs').set({ status: 'queued', error }).where('id', '=', id).execute()
    },
    async end(id: string, status: 'succeeded' | 'failed', error: string | null, now: Date): Promise<void> {
      await q
        .updateTable('automation_runs')
        .set({ status, error, ended_at: now })
        .where('id', '=', id)
        .execute()
    },
    /** Newest first. */
    async list(
      { app_id, name, status }: { app_id: string; name: string; status: RunRow['status'] | undefined },
      after: string | undefined,
      limit: number,
    ): Promise<RunRow[]> {
      let query = q
        .selectFrom('automation_runs')
        .selectAll()
        .where('app_id', '=', app_id)
        .where('function_name', '=', name)
      if (status !== undefined) query = query.where('status', '=', status)
      if (after !== undefined) query = query.where('id', '<', after)
      return query.orderBy('id', 'desc').limit(limit).execute()
    },
  }
}
