/** What reading costs with many events: the database must stop at what is asked for. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { fillTables } from '../../../../test/fill-tables.ts'
import { migratedDatabase } from '../../../../test/migrated-database.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { createLongWork } from '../../../platform/database/long-work.ts'
import { maintainEventDays } from '../days/maintain-event-days.ts'
import type { EventFilter } from './event-filter.ts'
import { listSql } from './event-query-store.ts'

const NOW = new Date('2026-11-15T23:00:00Z')
const DAYS = 20
const A_DAY = 5_000

const database = useStarted(migratedDatabase)
beforeAll(async () => {
  const { db, pool } = database
  await sql`select add_analytics_day(date '2026-11-15' - n) from generate_series(0, ${DAYS - 1}) n`.execute(
    db,
  )
  await fillTables(database.connection, (db) =>
    sql`insert into analytics_event_rows (app_id, occurred_at, seq, event_name, user_id, properties)
    select 'app_' || n % 2, ${NOW}::timestamptz - day * interval '1 day' - n * interval '10 seconds', n,
           case when n = 7 then 'rare' else 'view' end, 'u' || n, '{}'
      from generate_series(0, ${DAYS - 1}) day, generate_series(0, ${A_DAY - 1}) n`.execute(db),
  )
  const deps = {
    db,
    clock: { now: () => NOW },
    log: collectedLog(),
    longWork: createLongWork(pool, collectedLog()),
  }
  await maintainEventDays.run(deps as never, {}, { attempt: 1, signal: new AbortController().signal })
  await sql`analyze analytics_event_rows, analytics_event_batches`.execute(db)
}, 60_000)

const ALL: EventFilter = {
  app_id: 'app_1',
  event_names: null,
  user_id: null,
  session_id: null,
  properties: null,
  since: new Date('2026-10-20T00:00:00Z'),
  until: null,
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows of the days were looked at, and by which means. */
async function costOf(filter: EventFilter, limit: number, after?: { occurred_at: string; seq: string }) {
  const { rows } = await sql<{
    'QUERY PLAN': { Plan: Plan }[]
  }>`explain (analyze, format json) ${listSql(filter, after, limit)}`.execute(database.db)
  const nodes: Plan[] = []
  const walk = (plan: Plan | undefined) => {
    if (!plan) return
    nodes.push(plan)
    plan.Plans?.forEach(walk)
  }
  walk(rows[0]?.['QUERY PLAN'][0]?.Plan)
  const scans = nodes.filter(
    (node) => node['Relation Name']?.startsWith('analytics_events_') && node['Actual Loops'] > 0,
  )
  return {
    looked: scans.reduce((sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), 0),
    kinds: new Set(scans.map((node) => node['Node Type'])),
    days: scans.length,
  }
}

test('a first and a later page look at their own events only', async () => {
  const first = await costOf(ALL, 51)
  expect(first.looked).toBe(51)
  expect(first.days).toBe(1 + 3) // those ahead are empty
  const later = await costOf(ALL, 51, { occurred_at: '2026-11-05T12:00:00.000Z', seq: '0' })
  expect(later.looked).toBe(51)
  expect(later.days).toBe(1)
})

test('of a user and of a rare name, days that are over give what is wanted alone', async () => {
  const over = { ...ALL, until: new Date('2026-11-15T00:00:00Z') }
  for (const filter of [
    { ...over, user_id: 'u7' },
    { ...over, event_names: ['rare'] },
  ]) {
    const { looked, kinds } = await costOf(filter, 51)
    expect(looked).toBe(DAYS - 1)
    expect([...kinds]).not.toContain('Seq Scan')
  }
})
