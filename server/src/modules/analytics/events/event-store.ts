import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { type EventBatch, newTo } from './event-batch.ts'
import { tallyOf } from './event-tally.ts'
import { createMarkBlocks, type MarkBlocks, type MarkRow } from './mark-blocks.ts'

/** Parts the values of a column, and above it the columns of batches: as one text they cost a fifth of what an array costs. */
const PART = '\x1f'
const BATCH = '\x1e'

const column = (place: number, type = 'text') => `string_to_array($${place}, e'\\x1f')::${type}[]`
const columns = (place: number) => `string_to_array($${place}, e'\\x1e')`

/** What is known of a row when this period has come; `i` is the row as it is, `excluded` what is sent. */
const PASSED = 'excluded.period - i.period'
const CURRENT = `case when ${PASSED} <= 0 then i.mask else 0::bit(128) end`
const BEFORE = `case when ${PASSED} <= 0 then i.mask_before when ${PASSED} = 1 then i.mask else 0::bit(128) end`

const MARKS = `insert into analytics_event_ids as i (id, mask, mask_before, period, kept_until)
  select id, mask, 0::bit(128), $3::integer, $4::timestamptz
    from unnest(${column(1, 'uuid')}, ${column(2, 'bit(128)')}) as given (id, mask) order by id
  on conflict (id) do update set period = greatest(i.period, excluded.period), mask_before = ${BEFORE},
    kept_until = greatest(i.kept_until, excluded.kept_until)`

/**
 * Fails as a whole when one of the marks is known: a mask cannot be null. Rows that others may be writing too are taken in
 * the order of their keys, the tables always in the same order.
 */
const insertEvents = prepared(
  'insert_analytics_events',
  `with marked as (
     ${MARKS}, mask = case when excluded.mask & (${CURRENT} | ${BEFORE}) = 0::bit(128) then excluded.mask | ${CURRENT} end
   ), stored as (
     insert into analytics_event_batches (app_id, times, names, users, sessions, pages, event_ids, properties)
     select app_id, times, names, coalesce(users, ''), coalesce(sessions, ''), coalesce(pages, ''),
            coalesce(event_ids, ''), properties
       from unnest(${columns(5)}, ${columns(6)}, ${columns(7)}, ${columns(8)}, ${columns(9)}, ${columns(10)},
                   ${columns(11)}, ${columns(12)})
            as b (app_id, times, names, users, sessions, pages, event_ids, properties)
   ), named as (
     insert into event_name_days as n (app_id, day, event_name, events, last_at)
     select app_id, date '1970-01-01' + day, event_name, events, to_timestamp(ms / 1000)
       from unnest(${column(13)}, ${column(14, 'integer')}, ${column(15)}, ${column(16, 'bigint')}, ${column(17, 'float8')})
            as given (app_id, day, event_name, events, ms) order by app_id, day, event_name
     on conflict (app_id, day, event_name) do update
       set events = n.events + excluded.events, last_at = greatest(n.last_at, excluded.last_at)
   ), active as (
     insert into user_last_event as u (app_id, user_id, bucket, last_at)
     select app_id, user_id, floor(ms / 600000)::integer, to_timestamp(ms / 1000)
       from unnest(${column(18)}, ${column(19)}, ${column(20, 'float8')}) as given (app_id, user_id, ms)
      order by app_id, user_id
     on conflict (app_id, user_id) do update set bucket = excluded.bucket, last_at = excluded.last_at
       where excluded.last_at > u.last_at)
   select where false`,
)

/** How long marks are known: for the rest of a period and all of the next. */
export interface KnownFor {
  period: number
  kept_until: Date
}

const PERIOD_MS = 25 * 3_600_000

/** From this moment on; a day and an hour more for clocks that differ, and at most twice as long. */
export function knownFrom(ms: number): KnownFor {
  const period = Math.floor(ms / PERIOD_MS)
  return { period, kept_until: new Date((period + 2) * PERIOD_MS) }
}

/** Returns what is known of the rows, and holds them until the transaction ends. */
const lockMarks = prepared<MarkRow>(
  'lock_analytics_marks',
  `${MARKS}, mask = ${CURRENT} returning replace(id::text, '-', '') as id, (mask | mask_before)::text as mask`,
)

/**
 * Stores events whose marks are likely to be new; none when one is not. The marks are those of the events. Not inside a
 * transaction.
 */
export async function writeNewEvents(
  db: Db,
  batches: readonly EventBatch[],
  marks: MarkBlocks,
  knownFor: KnownFor,
): Promise<'stored' | 'some known'> {
  try {
    await insertEvents(db, valuesOf(batches, marks, knownFor))
    return 'stored'
  } catch (error) {
    if (isKnownMark(error)) return 'some known'
    throw error
  }
}

/** Stores those of the events that are not there already; returns how many of each batch are. Inside a transaction. */
export async function writeEvents(
  tx: Db,
  batches: readonly EventBatch[],
  marks: MarkBlocks,
  knownFor: KnownFor,
): Promise<number[]> {
  const rows = marks.rows()
  const none = '0'.repeat(128)
  const before = await lockMarks(tx, [
    joined(rows, 'id'),
    rows.map(() => none).join(PART),
    knownFor.period,
    knownFor.kept_until,
  ])
  const known = createMarkBlocks(before)
  const fresh = batches.map((batch) => newTo(known, batch))
  const freshMarks = createMarkBlocks()
  for (const batch of fresh) newTo(freshMarks, batch)
  await insertEvents(tx, valuesOf(fresh, freshMarks, knownFor))
  return batches.map(({ times }, place) => times.length - (fresh[place]?.times.length ?? 0))
}

function isKnownMark(error: unknown): boolean {
  if (!(error instanceof Error && 'table' in error && 'column' in error)) return false
  return error.table === 'analytics_event_ids' && error.column === 'mask'
}

function valuesOf(batches: readonly EventBatch[], marks: MarkBlocks, knownFor: KnownFor): unknown[] {
  const filled = batches.filter(({ times }) => times.length > 0)
  const given = (values: (batch: EventBatch) => readonly unknown[]) =>
    filled.map((batch) => values(batch).join(PART)).join(BATCH)
  const { names, users } = tallyOf(filled)
  const rows = marks.rows()
  return [
    joined(rows, 'id'),
    joined(rows, 'mask'),
    knownFor.period,
    knownFor.kept_until,
    filled.map(({ app_id }) => app_id).join(BATCH),
    given(({ times }) => distancesOf(times)),
    given((batch) => batch.names),
    given((batch) => mostlyOne(batch.users)),
    given((batch) => mostlyOne(batch.sessions)),
    given((batch) => batch.pages),
    given((batch) => batch.event_ids),
    filled.map(({ json }) => json).join(BATCH),
    joined(names, 'app_id'),
    joined(names, 'day'),
    joined(names, 'name'),
    joined(names, 'events'),
    joined(names, 'last'),
    joined(users, 'app_id'),
    joined(users, 'user'),
    joined(users, 'last'),
  ]
}

/** The first time, and of the others how far they are from it: small numbers are written in a third of the time. */
function distancesOf(times: readonly number[]): number[] {
  const [first = 0] = times
  return times.map((time, place) => (place === 0 ? first : time - first))
}

/** Only the first when all are alike: what a page sends is of one user and one visit. */
function mostlyOne(values: readonly string[]): readonly string[] {
  const [first = ''] = values
  return values.every((value) => value === first) ? [first] : values
}

function joined<Row>(rows: readonly Row[], key: keyof Row): string {
  return rows.map((row) => row[key]).join(PART)
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

/** Removes some of the ids that need not be known any more; returns how many. */
export async function removeOldIds(db: Db, now: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from analytics_event_ids where ctid = any (array(
      select ctid from analytics_event_ids where kept_until < ${now} limit ${limit}))
    returning 1`.execute(db)
  return rows.length
}
