import { Id } from '@atrium/contract'
import { EntityName } from '@atrium/contract/record'
import { FieldChange } from '@atrium/contract/record-history'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { integer, json, type RowOf, table, text, time } from '../../../platform/database/table.ts'
import type { RecordSet } from '../records/record-store.ts'

export const recordChanges = table(
  'record_changes',
  {
    id: text(Id),
    app_id: text(Id),
    entity_name: text(EntityName),
    record_id: text(Id),
    kind: text(Type.Unsafe<'updated' | 'deleted'>(Type.String())),
    changed_by: text(),
    changed_by_id: text(Id),
    changed_date: time(),
    changes: json(Type.Array(FieldChange)),
    bytes: integer(),
  },
  { key: ['id'], notArchived: 'it is about this installation' },
)
type Stored = RowOf<typeof recordChanges>
export type RecordChangeRow = Omit<Stored, 'bytes'>
export type FieldChangeValue = Static<typeof FieldChange>

/** A position in the history of a record. */
export type ChangePosition = Pick<Stored, 'changed_date' | 'id'>

/** Nobody looks further back, so that a record of many changes costs no more than one of some. */
const MOST_OF_RECORD = 1_000

const changesOfRecord = prepared<RecordChangeRow>(
  'record_changes_of_record',
  `select newest.id, newest.app_id, newest.entity_name, newest.record_id, newest.kind, newest.changed_by,
          newest.changed_by_id, newest.changed_date, newest.changes
     from (select * from record_changes c
            where c.app_id = $1 and c.entity_name = $2 and c.record_id = $3 and c.changed_date > $4
            order by c.changed_date desc, c.id desc limit ${MOST_OF_RECORD}) newest
    where $5::timestamptz is null or (newest.changed_date, newest.id) < ($5, $6)
    order by newest.changed_date desc, newest.id desc limit $7`,
)

export const recordChangeStore = (db: Db) => ({
  async insert(rows: readonly RecordChangeRow[]): Promise<void> {
    await recordChanges.insertNew(db, rows)
  },

  /** Newest first, of those after `since`, from a position on. */
  list(
    { app_id, entity_name }: RecordSet,
    recordId: string,
    since: Date,
    after: ChangePosition | null,
    limit: number,
  ): Promise<RecordChangeRow[]> {
    const position = [after?.changed_date ?? null, after?.id ?? null]
    return changesOfRecord(db, [app_id, entity_name, recordId, since, ...position, limit])
  },

  /** Returns how many were deleted, at most `limit`. */
  async deleteBefore(before: Date, limit: number): Promise<number> {
    const { rows } = await sql`
      delete from record_changes where id in (
        select id from record_changes where changed_date <= ${before} order by changed_date limit ${limit})
      returning id`.execute(db)
    return rows.length
  },

  async appsAbove(bytes: number): Promise<string[]> {
    const { rows } = await sql<{ app_id: string }>`
      select app_id from record_changes group by app_id having sum(bytes) > ${bytes}`.execute(db)
    return rows.map(({ app_id }) => app_id)
  },

  /** Keeps the newest of an app that take at most so many bytes together. */
  async deleteAbove(appId: string, bytes: number): Promise<void> {
    await sql`
      delete from record_changes c using (
        select id, sum(bytes) over (order by changed_date desc, id desc) as taken
          from record_changes where app_id = ${appId}) counted
       where c.id = counted.id and counted.taken > ${bytes}`.execute(db)
  },
})
