/** Who was there a moment ago, and how many there were before. */
import { Id } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { type Collection, collection, type ExportScope } from '../../../platform/archive/collection.ts'
import { byKey } from '../../../platform/archive/export-archive.ts'
import { insertNew, named, requireKnown } from '../../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../../platform/archive/times.ts'
import type { Db } from '../../../platform/database/db.ts'

const Heartbeat = Type.Object({ app_id: Id, user_id: Id, seen_at: ArchiveTime })

const UserCounts = Type.Object({
  app_id: Id,
  taken_at: ArchiveTime,
  active_users: Type.Integer({ minimum: 0 }),
  live_users: Type.Integer({ minimum: 0 }),
  inactive_7d: Type.Integer({ minimum: 0 }),
  inactive_30d: Type.Integer({ minimum: 0 }),
})

const HEARTBEAT_COLUMNS = { app_id: 'text', user_id: 'text', seen_at: 'timestamptz' }
const COUNT_COLUMNS = {
  app_id: 'text',
  taken_at: 'timestamptz',
  active_users: 'integer',
  live_users: 'integer',
  inactive_7d: 'integer',
  inactive_30d: 'integer',
}

export const userArchive: readonly Collection[] = [
  collection({
    name: 'heartbeats',
    after: ['apps'],
    row: Heartbeat,
    key: ({ app_id, user_id }) => [app_id, user_id],
    async import(tx, rows, context) {
      await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
      const beats = rows.map(({ row }) => ({ ...row, seen_at: momentOf(row.seen_at, context.now) }))
      return (await insertNew(tx, 'heartbeats', HEARTBEAT_COLUMNS, beats, 'user_id')).length
    },
    export: (db, scope) =>
      byKey<{ app_id: string; user_id: string; seen_at: Date }>(async (after, limit) => {
        const { app_id, user_id } = after ?? { app_id: '', user_id: '' }
        const { rows } = await sql<{ app_id: string; user_id: string; seen_at: Date }>`
          select h.app_id, h.user_id, h.seen_at from heartbeats h ${ofScope(scope, 'h')}
             and (h.app_id, h.user_id) > (${app_id} collate "C", ${user_id} collate "C")
           order by h.app_id, h.user_id limit ${limit}`.execute(db)
        return rows
      }),
  }),
  collection({
    name: 'user_counts',
    after: ['apps'],
    row: UserCounts,
    key: ({ app_id, taken_at }) => [app_id, taken_at],
    async import(tx, rows, context) {
      await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
      const counts = rows.map(({ row }) => ({
        ...row,
        taken_at: hourOf(readTime(row.taken_at, context.now)),
      }))
      return (await insertNew(tx, 'user_counts', COUNT_COLUMNS, counts, 'app_id')).length
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

type CountRow = Record<keyof typeof COUNT_COLUMNS, unknown> & { app_id: string; taken_at: Date }

function exportCounts(db: Db, scope: ExportScope) {
  return byKey<CountRow>(async (after, limit) => {
    const { app_id, taken_at } = after ?? { app_id: '', taken_at: new Date(0) }
    const { rows } = await sql<CountRow>`
      select c.app_id, c.taken_at, c.active_users, c.live_users, c.inactive_7d, c.inactive_30d
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
