import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { EventBatch } from './event-batch.ts'

/** Parts the values of a column: as one text they cost a fifth of what an array costs. No value has it inside. */
const PART = '\x1f'

const column = (place: number, type = 'text') => `string_to_array($${place}, e'\\x1f', '')::${type}[]`

const GIVEN = `given as materialized (
     select app_id, ms, to_timestamp(ms / 1000) as occurred_at, event_name, user_id, session_id, page_url, event_id,
            mark, properties, place
       from unnest(${column(1)}, ${column(2, 'float8')}, ${column(3)}, ${column(4)}, ${column(5)}, ${column(6)},
                   ${column(7)}, ${column(8, 'uuid')}, ${column(9)}) with ordinality
            as e (app_id, ms, event_name, user_id, session_id, page_url, event_id, mark, properties, place))`

const MARKED = `insert into analytics_event_ids (id, kept_until)
     select mark, $10::timestamptz from given where mark is not null order by mark`

/**
 * All that events change. Rows that others may be writing too are taken in the order of their keys, the tables always in
 * the same order.
 */
const effectsOf = (events: string) => `stored as (
     insert into analytics_events (app_id, occurred_at, event_name, user_id, session_id, page_url, event_id, properties)
     select app_id, occurred_at, event_name, user_id, session_id, page_url, event_id, properties::jsonb from ${events}
   ), named as (
     insert into event_name_days as n (app_id, day, event_name, events, last_at)
     select app_id, date '1970-01-01' + floor(ms / 86400000)::integer, event_name, count(*), max(occurred_at)
       from ${events} group by 1, 2, 3 order by 1, 2, 3
     on conflict (app_id, day, event_name) do update
       set events = n.events + excluded.events, last_at = greatest(n.last_at, excluded.last_at)
   ), active as (
     insert into user_last_event as u (app_id, user_id, bucket, last_at)
     select app_id, user_id, floor(max(ms) / 600000)::integer, max(occurred_at)
       from ${events} where user_id is not null group by app_id, user_id order by app_id, user_id
     on conflict (app_id, user_id) do update set bucket = excluded.bucket, last_at = excluded.last_at
       where excluded.last_at > u.last_at)`

/** Answers the places of those that were there already. */
const insertEvents = prepared<{ place: number }>(
  'insert_analytics_events',
  `with ${GIVEN},
   fresh as (${MARKED} on conflict do nothing returning id),
   kept as materialized (select * from given where mark is null or mark in (select id from fresh)),
   ${effectsOf('kept')}
   select place::integer from given where mark is not null and mark not in (select id from fresh)`,
)

/** A fifth cheaper, and fails as a whole when one of them was there already. */
const insertNewEvents = prepared(
  'insert_new_analytics_events',
  `with ${GIVEN}, fresh as (${MARKED}), ${effectsOf('given')} select where false`,
)

/** Stores the events of all these batches; answers how many of each were there already. */
export async function writeEvents(
  db: Db,
  batches: readonly EventBatch[],
  keptUntil: Date,
): Promise<number[]> {
  const known = await insertEvents(db, valuesOf(batches, keptUntil))
  if (known.length === 0) return batches.map(() => 0)
  return countByBatch(
    batches,
    known.map(({ place }) => place),
  )
}

/** As `writeEvents`, for events that are likely to be new; none is stored when one is not. Not inside a transaction. */
export async function writeNewEvents(
  db: Db,
  batches: readonly EventBatch[],
  keptUntil: Date,
): Promise<'stored' | 'some known'> {
  try {
    await insertNewEvents(db, valuesOf(batches, keptUntil))
    return 'stored'
  } catch (error) {
    if (isKnownId(error)) return 'some known'
    throw error
  }
}

function isKnownId(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'analytics_event_ids_pkey'
}

function valuesOf(batches: readonly EventBatch[], keptUntil: Date): unknown[] {
  const joined = (values: (batch: EventBatch) => readonly unknown[]) =>
    batches.map((one) => values(one).join(PART)).join(PART)
  return [
    joined((batch) => batch.app_ids),
    joined((batch) => batch.times),
    joined((batch) => batch.names),
    joined((batch) => batch.users),
    joined((batch) => batch.sessions),
    joined((batch) => batch.pages),
    joined((batch) => batch.event_ids),
    joined((batch) => batch.marks),
    joined((batch) => batch.properties),
    keptUntil,
  ]
}

function countByBatch(batches: readonly EventBatch[], places: readonly number[]): number[] {
  const sorted = places.toSorted((a, b) => a - b)
  let at = 0
  let end = 0
  return batches.map(({ times }) => {
    end += times.length
    const before = at
    while (at < sorted.length && (sorted[at] as number) <= end) at++
    return at - before
  })
}

const insertHeartbeats = prepared(
  'insert_heartbeats',
  `insert into heartbeats as h (app_id, user_id, seen_at)
   select app_id, user_id, to_timestamp(ms / 1000)
     from unnest($1::text[], $2::text[], $3::float8[]) as given (app_id, user_id, ms) order by app_id, user_id
   on conflict (app_id, user_id) do update set seen_at = excluded.seen_at where excluded.seen_at > h.seen_at`,
)

export interface Heartbeat {
  app_id: string
  user_id: string
  /** In milliseconds. */
  seen_at: number
}

/** No two of the same user in the same app. */
export async function writeHeartbeats(db: Db, beats: readonly Heartbeat[]): Promise<void> {
  await insertHeartbeats(db, [
    beats.map(({ app_id }) => app_id),
    beats.map(({ user_id }) => user_id),
    beats.map(({ seen_at }) => seen_at),
  ])
}

/** Removes some of the ids that need not be known any more; answers how many. */
export async function removeOldIds(db: Db, now: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from analytics_event_ids where ctid = any (array(
      select ctid from analytics_event_ids where kept_until < ${now} limit ${limit}))
    returning 1`.execute(db)
  return rows.length
}
