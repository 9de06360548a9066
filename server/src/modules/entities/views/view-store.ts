import { Id } from '@atrium/contract'
import { Filter, Sort } from '@atrium/contract/record'
import { RecordViewColumns, RecordViewName, ViewEntityName } from '@atrium/contract/record-views'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { boolean, json, type RowOf, table, text, time } from '../../../platform/database/table.ts'

export const recordViews = table(
  'record_views',
  {
    id: text(Id),
    app_id: text(Id),
    entity_name: text(ViewEntityName),
    owner_id: text(Id),
    is_shared: boolean(),
    name: text(RecordViewName),
    q: text(Filter).nullable(),
    sort: text(Sort).nullable(),
    columns: json(RecordViewColumns),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
  },
  { key: ['id'], references: { app_id: 'apps', owner_id: 'users' } },
)
export type RecordViewRow = RowOf<typeof recordViews>

/** So many are shown; each person has at most 50 of an entity. */
const MOST_LISTED = 500

const viewsInSight = prepared<RecordViewRow>(
  'record_views_in_sight',
  `select ${recordViews.columns('v')} from record_views v
    where v.app_id = $1 and v.entity_name = $2 and (v.is_shared or v.owner_id = $3)
    order by v.name, v.id limit ${MOST_LISTED}`,
)
const viewInSight = prepared<RecordViewRow>(
  'record_view_in_sight',
  `select ${recordViews.columns('v')} from record_views v
    where v.id = $1 and v.app_id = $2 and (v.is_shared or v.owner_id = $3)`,
)

export const recordViewStore = (db: Db) => {
  const q = db.$extendTables<{ record_views: RecordViewRow }>()
  return {
    /** Those of the person, and those that are shared. */
    async list(appId: string, entityName: string, userId: string): Promise<RecordViewRow[]> {
      return viewsInSight(db, [appId, entityName, userId])
    },
    async find(id: string, appId: string, userId: string): Promise<RecordViewRow | undefined> {
      const [row] = await viewInSight(db, [id, appId, userId])
      return row
    },
    /** How many a person has; who adds another at the same time waits until the transaction ends. */
    async lockCount(appId: string, entityName: string, ownerId: string): Promise<number> {
      await sql`select pg_advisory_xact_lock(
        hashtextextended('record_views ' || ${appId} || ' ' || ${ownerId}, 0))`.execute(db)
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from record_views
         where app_id = ${appId} and entity_name = ${entityName} and owner_id = ${ownerId}`.execute(db)
      return rows[0]?.count ?? 0
    },
    async insert(row: RecordViewRow): Promise<void> {
      await q.insertInto('record_views').values(stored(row)).execute()
    },
    async update(id: string, changes: Partial<RecordViewRow>, now: Date): Promise<boolean> {
      const set = { ...stored(changes), updated_date: now }
      const changed = await q
        .updateTable('record_views')
        .set(set)
        .where('id', '=', id)
        .returning('id')
        .execute()
      return changed.length > 0
    },
    async delete(id: string): Promise<boolean> {
      return (await q.deleteFrom('record_views').where('id', '=', id).returning('id').execute()).length > 0
    },
  }
}

/** A list would go to the database as one of its arrays. */
function stored<Row extends Partial<RecordViewRow>>(row: Row): Row {
  return row.columns ? { ...row, columns: JSON.stringify(row.columns) } : row
}
