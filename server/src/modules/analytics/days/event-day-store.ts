/** The days that events are kept in: partitions of one table, added ahead and dropped when they are old. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { transaction } from '../../../platform/database/transaction.ts'

/** Days since 1970, UTC. */
export type DayNumber = number

export const DAY_MS = 86_400_000
const PREFIX = 'analytics_events_'

export function dayOf(ms: number): DayNumber {
  return Math.floor(ms / DAY_MS)
}

/** Adds those that are not there, one after the other no matter who else does the same. */
export async function addDays(db: Db, days: Iterable<DayNumber>): Promise<void> {
  const dates = [...new Set(days)]
    .toSorted((a, b) => a - b)
    .map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10))
  await sql`select add_analytics_day(day) from unnest(${dates}::date[]) day`.execute(db)
}

/** Oldest first. */
export async function listDays(db: Db): Promise<DayNumber[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'analytics_event_rows'::regclass order by c.relname`.execute(db)
  return rows.map(({ name }) => dayNamed(name))
}

/** Waits only a moment for those who read it: everybody else would wait behind us. */
export async function dropDay(db: Db, day: DayNumber): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`select set_config('lock_timeout', ${PATIENCE}, true)`.execute(tx)
    await sql`drop table if exists ${sql.table(partitionOf(day))}`.execute(tx)
  })
}

/** Whether a row was refused because the table has no day for it. */
export function isDayMissing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === '23514' && /no partition/.test(error.message)
  )
}

/** Another one held the table for longer than we wait. */
export function isHeld(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

const PATIENCE = '500ms'

export function partitionOf(day: DayNumber): string {
  return PREFIX + new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
}

function dayNamed(name: string): DayNumber {
  const [, year, month, day] = /(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
  return dayOf(Date.parse(`${year}-${month}-${day}T00:00:00Z`))
}
