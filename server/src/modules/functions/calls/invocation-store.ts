import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { InvocationRow } from '../tables.ts'

type Tables = { function_invocations: InvocationRow }

// Only of functions that are still there.
const insertInvocations = prepared(
  'insert_function_invocations',
  `insert into function_invocations
     (id, app_id, function_name, deployment_id, request_id, trigger, method, status, duration_ms, error_code, started_at)
   select i.* from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[],
                          $9::int[], $10::text[], $11::timestamptz[])
     as i (id, app_id, function_name, deployment_id, request_id, trigger, method, status, duration_ms, error_code,
           started_at)
     join functions f on f.app_id = i.app_id and f.name = i.function_name`,
)

export interface InvocationPosition {
  started_at: string
  id: string
}

export interface InvocationFilter {
  app_id: string
  name: string
  request_id: string | undefined
  failed: boolean | undefined
}

// Word for word that of the index function_invocations_failed_of.
const HAS_FAILED = sql<boolean>`(error_code is not null or status >= 500)`

export const invocationStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async insert(rows: readonly InvocationRow[]): Promise<void> {
      await insertInvocations(db, [
        rows.map((row) => row.id),
        rows.map((row) => row.app_id),
        rows.map((row) => row.function_name),
        rows.map((row) => row.deployment_id),
        rows.map((row) => row.request_id),
        rows.map((row) => row.trigger),
        rows.map((row) => row.method),
        rows.map((row) => row.status),
        rows.map((row) => row.duration_ms),
        rows.map((row) => row.error_code),
        rows.map((row) => row.started_at),
      ])
    },
    /** Newest first. */
    async list(
      { app_id, name, request_id, failed }: InvocationFilter,
      after: InvocationPosition | undefined,
      limit: number,
    ): Promise<InvocationRow[]> {
      let query = q
        .selectFrom('function_invocations')
        .selectAll()
        .where('app_id', '=', app_id)
        .where('function_name', '=', name)
      if (request_id !== undefined) query = query.where('request_id', '=', request_id)
      if (failed === true) query = query.where(HAS_FAILED)
      if (after) {
        query = query.where(sql<boolean>`(started_at, id) < (${after.started_at}::timestamptz, ${after.id})`)
      }
      return query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
    },
  }
}
