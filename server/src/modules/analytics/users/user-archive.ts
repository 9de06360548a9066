/** Who was there a moment ago, and how many there were before. */
import { sql } from 'kysely'
import { type Collection, collection, type ExportScope } from '../../../platform/archive/collection.ts'
import { byKey } from '../../../platform/archive/export-archive.ts'
import {
  archivedColumns,
  archiveOf,
  exportByKey,
  requireReferences,
} from '../../../platform/archive/table-archive.ts'
import { readTime } from '../../../platform/archive/times.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { RowOf } from '../../../platform/database/table.ts'
import { isOfExportedApp } from '../../../tenancy/index.ts'
import { heartbeats, userCounts } from './user-count-store.ts'

export const userArchive: readonly Collection[] = [
  collection({
    ...archiveOf(heartbeats),
    async import(tx, rows, context) {
      await requireReferences(tx, heartbeats, rows, context)
      const beats = rows.map(({ row }) => ({ ...row, seen_at: momentOf(row.seen_at, context.now) }))
      return (await heartbeats.insertNew(tx, beats)).length
    },
    export: (db, scope) => exportByKey(db, heartbeats, isOfExportedApp(scope, 'heartbeats.app_id')),
  }),
  collection({
    ...archiveOf(userCounts),
    async import(tx, rows, context) {
      await requireReferences(tx, userCounts, rows, context)
      const counts = rows.map(({ row }) => ({
        ...row,
        taken_at: hourOf(readTime(row.taken_at, context.now)),
      }))
      return (await userCounts.insertNew(tx, counts)).length
    },
    export: exportCounts,
  }),
]

/** Nobody was seen in the future. */
function momentOf(text: string, now: Date): Date {
  return new Date(Math.min(readTime(text, now).getTime(), now.getTime()))
}

const HOUR_MS = 3_600_000

function hourOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / HOUR_MS) * HOUR_MS)
}

type CountRow = RowOf<typeof userCounts>

function exportCounts(db: Db, scope: ExportScope) {
  return byKey<CountRow>(async (after, limit) => {
    const { app_id, taken_at } = after ?? { app_id: '', taken_at: new Date(0) }
    const { rows } = await sql<CountRow>`
      select ${archivedColumns(userCounts, 'c')}
        from user_counts c ${ofScope(scope, 'c')} and (c.app_id, c.taken_at) > (${app_id} collate "C", ${taken_at})
       order by c.app_id, c.taken_at limit ${limit}`.execute(db)
    return rows
  })
}

/** Joined with the apps that are to be exported. */
export function ofScope({ workspace_ids }: ExportScope, table: string, joined = sql``) {
  return sql`join apps a on a.id = ${sql.ref(`${table}.app_id`)} and a.deleted_at is null ${joined}
    where (${workspace_ids}::text[] is null or a.workspace_id = any(${workspace_ids}))`
}
