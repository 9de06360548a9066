import { Id } from '@atrium/contract'
import { ConversionMapping } from '@atrium/contract/conversions'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { bigint, boolean, date, type RowOf, table, text, time } from '../../../platform/database/table.ts'

export const conversionMappings = table(
  'conversion_mappings',
  {
    id: text(Id),
    app_id: text(Id),
    entity_name: text(Type.String({ pattern: '^\\w+$', maxLength: 64 })),
    event: text(ConversionMapping.properties.event),
    conversion_type: text(ConversionMapping.properties.conversion_type),
    /** Null: the account's goal of this type. */
    conversion_action_id: text(Id).nullable(),
    is_enabled: boolean().default(true),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
  },
  { key: ['id'], references: { app_id: 'apps' } },
)
export type MappingRow = RowOf<typeof conversionMappings>
export type MappingEvent = MappingRow['event']

export const conversionCounts = table(
  'conversion_counts',
  { mapping_id: text(), day: date(), conversions: bigint() },
  { key: ['mapping_id', 'day'], notArchived: 'how often it counted on this server' },
)

export interface CountedMapping extends MappingRow {
  recent_conversions: number
  /** UTC, such as 2026-11-15. */
  last_conversion_day: string | null
}

const COLUMNS = conversionMappings.columns('m')

const COUNTED = `select ${COLUMNS},
    coalesce(sum(c.conversions) filter (where c.day >= $2::date), 0)::int as recent_conversions,
    to_char(max(c.day), 'YYYY-MM-DD') as last_conversion_day
  from conversion_mappings m left join conversion_counts c on c.mapping_id = m.id
 where m.app_id = $1`

const mappingsOfApp = prepared<CountedMapping>(
  'conversion_mappings_of_app',
  `${COUNTED} group by m.id order by m.created_date desc, m.id desc limit 100`,
)

const mappingOfApp = prepared<CountedMapping>(
  'conversion_mapping_of_app',
  `${COUNTED} and m.id = $3 group by m.id`,
)

const enabledMappings = prepared<MappingRow>(
  'conversion_mappings_enabled',
  `select ${COLUMNS} from conversion_mappings m where m.app_id = $1 and m.is_enabled
    order by m.created_date, m.id limit 100`,
)

// In one order everywhere, so that nodes which count the same do not wait for each other in a circle.
const addCounts = prepared(
  'conversion_counts_add',
  `insert into conversion_counts as c (mapping_id, day, conversions)
   select m.id, g.day, sum(g.conversions)
     from unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::bigint[])
       as g(app_id, entity_name, event, day, conversions)
     join conversion_mappings m
       on m.app_id = g.app_id and m.entity_name = g.entity_name and m.event = g.event and m.is_enabled
    group by m.id, g.day
    order by m.id, g.day
   on conflict (mapping_id, day) do update set conversions = c.conversions + excluded.conversions`,
)

export interface Writes {
  app_id: string
  entity_name: string
  event: MappingEvent
  /** UTC, such as 2026-11-15. */
  day: string
  count: number
}

type Tables = {
  conversion_mappings: MappingRow
  conversion_counts: RowOf<typeof conversionCounts>
}

/** `since`: the first of the days that count as recent. */
export const mappingStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async list(appId: string, since: string): Promise<CountedMapping[]> {
      return mappingsOfApp(db, [appId, since])
    },
    async find(appId: string, id: string, since: string): Promise<CountedMapping | undefined> {
      const [row] = await mappingOfApp(db, [appId, since, id])
      return row
    },
    async enabled(appId: string): Promise<MappingRow[]> {
      return enabledMappings(db, [appId])
    },
    /** Until the end of the transaction nobody else changes the app's mappings. */
    async hold(appId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('conversion_mappings ' || ${appId}, 0))`.execute(
        db,
      )
    },
    async count(appId: string): Promise<number> {
      const { count } = await q
        .selectFrom('conversion_mappings')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('app_id', '=', appId)
        .executeTakeFirstOrThrow()
      return count
    },
    /** Whether another one counts the same write as the same goal. */
    async hasTwin(row: MappingRow): Promise<boolean> {
      const twin = await q
        .selectFrom('conversion_mappings')
        .select('id')
        .where('app_id', '=', row.app_id)
        .where('entity_name', '=', row.entity_name)
        .where('event', '=', row.event)
        .where('conversion_type', '=', row.conversion_type)
        .where('id', '<>', row.id)
        .executeTakeFirst()
      return twin !== undefined
    },
    async insert(row: MappingRow): Promise<void> {
      await q.insertInto('conversion_mappings').values(row).execute()
    },
    async update(row: MappingRow): Promise<void> {
      const { id, app_id, created_date, ...set } = row
      await q.updateTable('conversion_mappings').set(set).where('id', '=', id).execute()
    },
    async resetCounts(id: string): Promise<void> {
      await q.deleteFrom('conversion_counts').where('mapping_id', '=', id).execute()
    },
    async delete(appId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await q
        .deleteFrom('conversion_mappings')
        .where('app_id', '=', appId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
    async deleteOf(appId: string): Promise<void> {
      await q.deleteFrom('conversion_mappings').where('app_id', '=', appId).execute()
    },
    /** Those that no enabled mapping is for are passed over. */
    async addCounts(writes: readonly Writes[]): Promise<void> {
      await addCounts(db, [
        writes.map(({ app_id }) => app_id),
        writes.map(({ entity_name }) => entity_name),
        writes.map(({ event }) => event),
        writes.map(({ day }) => day),
        writes.map(({ count }) => count),
      ])
    },
    /** Of the days before; at most so many at once. */
    async deleteCounts(before: string, limit: number): Promise<number> {
      const { numAffectedRows = 0n } = await sql`
        delete from conversion_counts
         where ctid = any(array(select ctid from conversion_counts where day < ${before}::date limit ${limit}))`.execute(
        db,
      )
      return Number(numAffectedRows)
    },
  }
}
