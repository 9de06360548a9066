import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { RowOf } from '../../../platform/database/table.ts'
import type { eventRows } from '../tables.ts'
import type { EventFilter } from './event-filter.ts'

export interface EventRow extends Omit<RowOf<typeof eventRows>, 'app_id' | 'seq'> {
  seq: number | string
}

/** Behind this event, in the order of the list. */
export interface EventPosition {
  occurred_at: string
  seq: string
}

/** For a `from analytics_events e`. */
export function matches(filter: EventFilter): RawBuilder<boolean> {
  const { app_id, event_names, user_id, session_id, properties, since, until } = filter
  const conditions = [sql`e.app_id = ${app_id}`, sql`e.occurred_at >= ${since}`]
  if (until) conditions.push(sql`e.occurred_at < ${until}`)
  if (event_names?.length === 1) conditions.push(sql`e.event_name = ${event_names[0]}`)
  else if (event_names) conditions.push(sql`e.event_name = any(${event_names})`)
  if (user_id !== null) conditions.push(sql`e.user_id = ${user_id}`)
  if (session_id !== null) conditions.push(sql`e.session_id = ${session_id}`)
  if (properties !== null) conditions.push(sql`e.properties @> ${properties}::jsonb`)
  return sql`${sql.join(conditions, sql` and `)}`
}

/** Newest first. */
export async function listEvents(
  db: Db,
  filter: EventFilter,
  after: EventPosition | undefined,
  limit: number,
): Promise<EventRow[]> {
  return (await listSql(filter, after, limit).execute(db)).rows
}

/**
 * In the order of the days and of their indexes, so that nothing is sorted and no more is read than asked for; and of those
 * that have no rows yet, all.
 */
export function listSql(
  filter: EventFilter,
  after: EventPosition | undefined,
  limit: number,
): RawBuilder<EventRow> {
  const behind = after
    ? sql`and e.occurred_at <= ${after.occurred_at}::timestamptz
          and (e.occurred_at, e.seq) < (${after.occurred_at}::timestamptz, ${after.seq}::bigint)`
    : sql``
  const newest = (source: string) => sql`
    (select e.event_name, e.occurred_at, e.seq, e.user_id, e.session_id, e.page_url, e.event_id, e.properties
       from ${sql.table(source)} e where ${matches(filter)} ${behind}
      order by e.occurred_at desc, e.seq desc limit ${limit})`
  return sql<EventRow>`
    select * from (${newest('analytics_event_rows')} union all ${newest('analytics_waiting_events')}) e
     order by e.occurred_at desc, e.seq desc limit ${limit}`
}
