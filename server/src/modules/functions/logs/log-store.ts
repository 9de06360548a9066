import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { LogRow } from '../tables.ts'

type Tables = { function_logs: LogRow }
/** Numbers are given by the database, in the order of writing. */
export type NewLine = Omit<LogRow, 'seq'>

export interface LogFilter {
  since: Date | undefined
  until: Date | undefined
  levels: readonly LogRow['level'][]
  request_id: string | undefined
}

// Only of functions that are still there: one may be gone since it wrote them.
const insertLines = prepared(
  'insert_function_logs',
  `insert into function_logs (id, app_id, function_name, deployment_id, request_id, level, message, time)
   select l.id, l.app_id, l.function_name, l.deployment_id, l.request_id, l.level, l.message, l.time
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                 $8::timestamptz[]) with ordinality
       as l (id, app_id, function_name, deployment_id, request_id, level, message, time, n)
     join functions f on f.app_id = l.app_id and f.name = l.function_name
    order by l.n`,
)

export const logStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async insert(rows: readonly NewLine[]): Promise<void> {
      await insertLines(db, [
        rows.map((row) => row.id),
        rows.map((row) => row.app_id),
        rows.map((row) => row.function_name),
        rows.map((row) => row.deployment_id),
        rows.map((row) => row.request_id),
        rows.map((row) => row.level),
        rows.map((row) => row.message),
        rows.map((row) => row.time),
      ])
    },
    /** Oldest first: the first ones since a moment, or the newest ones. */
    async list(appId: string, name: string, filter: LogFilter, limit: number): Promise<LogRow[]> {
      const { since, until, levels, request_id } = filter
      let query = q
        .selectFrom('function_logs')
        .selectAll()
        .where('app_id', '=', appId)
        .where('function_name', '=', name)
        .where(sql<boolean>`level = any(${levels}::text[])`)
      if (since) query = query.where('time', '>=', since)
      if (until) query = query.where('time', '<', until)
      if (request_id) query = query.where('request_id', '=', request_id)
      const direction = since ? 'asc' : 'desc'
      const rows = await query.orderBy('time', direction).orderBy('seq', direction).limit(limit).execute()
      return since ? rows : rows.toReversed()
    },
  }
}
