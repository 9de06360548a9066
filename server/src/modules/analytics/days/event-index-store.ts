/** Further indexes for days that are over: while a day is written to, they would cost more than the events. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type DayNumber, partitionOf } from './event-day-store.ts'

const INDEXES = [
  { suffix: 'by_name', columns: 'app_id, event_name, occurred_at, seq', where: '' },
  { suffix: 'by_user', columns: 'app_id, user_id, occurred_at, seq', where: 'where user_id is not null' },
] as const

/** Builds those that are missing or were left unfinished, next to all that goes on. Takes a connection of its own. */
export async function indexDay(db: Db, day: DayNumber): Promise<void> {
  const partition = partitionOf(day)
  for (const { suffix, columns, where } of INDEXES) {
    const name = `${partition}_${suffix}`
    const state = await stateOf(db, name)
    if (state === 'ready') continue
    if (state === 'unfinished') await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db)
    await sql`create index concurrently if not exists ${sql.ref(name)} on ${sql.table(partition)}
      (${sql.raw(columns)}) ${sql.raw(where)}`.execute(db)
  }
}

/** Of these days, those that lack an index. */
export async function withoutIndexes(db: Db, days: readonly DayNumber[]): Promise<DayNumber[]> {
  const names = days.flatMap((day) => INDEXES.map(({ suffix }) => `${partitionOf(day)}_${suffix}`))
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
     where c.relname = any(${names}) and i.indisvalid`.execute(db)
  const ready = new Set(rows.map(({ name }) => name))
  return days.filter((day) => INDEXES.some(({ suffix }) => !ready.has(`${partitionOf(day)}_${suffix}`)))
}

async function stateOf(db: Db, name: string): Promise<'missing' | 'unfinished' | 'ready'> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  const [found] = rows
  if (!found) return 'missing'
  return found.valid ? 'ready' : 'unfinished'
}
