import { OneOf } from '@atrium/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { bigint, type RowOf, table, text, time } from '../../platform/database/table.ts'
import { comesAfter, type Position } from '../../platform/newest-first.ts'
import { holdsName } from '../../tenancy/index.ts'

export const files = table(
  'files',
  {
    id: text(),
    app_id: text(),
    /** Part of the address; anyone who knows it can read a public file. */
    key: text(),
    visibility: text(OneOf(['public', 'private'])),
    status: text(OneOf(['arriving', 'stored', 'deleted'])).notArchived('only those that are stored go out'),
    name: text(),
    content_type: text(),
    size: bigint(),
    created_by: text().nullable(),
    created_date: time().default('now'),
  },
  { key: ['id'], references: { app_id: 'apps' } },
)
export type FileRow = RowOf<typeof files>

export const fileTotals = table(
  'file_totals',
  { app_id: text(), bytes: bigint() },
  { key: ['app_id'], notArchived: 'it is the sum of the files' },
)

type Tables = { files: FileRow }

const fileByKey = prepared<FileRow>(
  'file_by_key',
  `select ${files.columns()} from files where app_id = $1 and key = $2 and status = 'stored'`,
)

const totalOf = prepared<{ bytes: number }>(
  'file_total_of_app',
  'select bytes from file_totals where app_id = $1',
)

// One statement: the row counts exactly when its bytes do. Nothing happens when there is no room, or no row.
const storeArrived = prepared<{ id: string }>(
  'store_arrived_file',
  `with room as (
     insert into file_totals (app_id, bytes)
     select app_id, $2::bigint from files where id = $1 and status = 'arriving' and $2::bigint <= $3::bigint
     on conflict (app_id) do update set bytes = file_totals.bytes + excluded.bytes
      where file_totals.bytes + excluded.bytes <= $3::bigint
     returning app_id)
   update files set status = 'stored', size = $2::bigint
    where id = $1 and status = 'arriving' and exists (select from room)
   returning id`,
)

export const fileStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async findByKey(appId: string, key: string): Promise<FileRow | undefined> {
      const [row] = await fileByKey(db, [appId, key])
      return row
    },
    async bytesOf(appId: string): Promise<number> {
      const [row] = await totalOf(db, [appId])
      return row?.bytes ?? 0
    },
    async insert(row: FileRow): Promise<void> {
      await q.insertInto('files').values(row).execute()
    },
    /** Returns whether there was room for it. */
    async store(id: string, size: number, mostBytes: number): Promise<boolean> {
      return (await storeArrived(db, [id, size, mostBytes])).length > 0
    },
    /** Newest first. */
    async list(
      appId: string,
      { visibility, search }: { visibility: FileRow['visibility'] | undefined; search: string },
      after: Position | undefined,
      limit: number,
    ): Promise<FileRow[]> {
      let query = q
        .selectFrom('files')
        .selectAll()
        .where('app_id', '=', appId)
        .where('status', '=', sql.lit('stored'))
      if (visibility) query = query.where('visibility', '=', visibility)
      if (search !== '') query = query.where(holdsName(sql.ref('name'), search))
      if (after) query = query.where(comesAfter(after))
      return query.orderBy('created_date', 'desc').orderBy('id', 'desc').limit(limit).execute()
    },
    /** Marks a stored file as deleted and gives its room back; undefined when there is none. */
    async markDeleted(appId: string, id: string): Promise<FileRow | undefined> {
      const { rows } = await sql<FileRow>`
        with gone as (
          update files set status = 'deleted' where app_id = ${appId} and id = ${id} and status = 'stored'
          returning *),
        room as (
          update file_totals t set bytes = t.bytes - gone.size from gone where t.app_id = gone.app_id)
        select * from gone`.execute(db)
      return rows[0]
    },
    /** As `markDeleted`, for many; returns how many there were. */
    async markAllDeleted(appId: string, ids: readonly string[]): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        with gone as (
          update files set status = 'deleted' where app_id = ${appId} and id = any(${ids}) and status = 'stored'
          returning size),
        room as (
          update file_totals set bytes = bytes - (select coalesce(sum(size), 0) from gone) where app_id = ${appId})
        select count(*)::integer as count from gone`.execute(db)
      return rows[0]?.count ?? 0
    },
    async markDeletedOf(appId: string): Promise<void> {
      await q.updateTable('files').set({ status: 'deleted' }).where('app_id', '=', appId).execute()
      await sql`delete from file_totals where app_id = ${appId}`.execute(db)
    },
    /** Those whose bytes are to be removed: deleted ones, and those that began to arrive before this moment. */
    async toRemove(begunBefore: Date, limit: number): Promise<Pick<FileRow, 'id' | 'app_id' | 'key'>[]> {
      return q
        .selectFrom('files')
        .select(['id', 'app_id', 'key'])
        .where('status', '<>', sql.lit('stored'))
        .where((is) => is.or([is('status', '=', 'deleted'), is('created_date', '<', begunBefore)]))
        .limit(limit)
        .execute()
    },
    async remove(ids: readonly string[]): Promise<void> {
      await q.deleteFrom('files').where('id', '=', sql<string>`any(${ids})`).execute()
    },
  }
}
