import { hash } from 'node:crypto'
import { Id } from '@atrium/contract'
import { EVENT_DAYS, MAX_EVENT_NAME, MAX_PAGE_URL } from '@atrium/contract/analytics'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../../platform/archive/collection.ts'
import { byKey } from '../../../platform/archive/export-archive.ts'
import { named, requireKnown } from '../../../platform/archive/require-known.ts'
import { ArchiveTime, readTime } from '../../../platform/archive/times.ts'
import type { Db } from '../../../platform/database/db.ts'
import { DAY_MS } from '../days/event-day-store.ts'
import { eventRows } from '../tables.ts'
import { ofScope } from '../users/user-archive.ts'
import { type EventBatch, emptyBatch, MOST_IN_BATCH, newTo } from './event-batch.ts'
import { knownFrom, writeEvents } from './event-store.ts'
import { createMarkBlocks } from './mark-blocks.ts'

/** No control characters: one of them parts the columns on their way to the database. */
const plain = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\x00-\\x1f\\x7f]*$' })

const ArchivedEvent = Type.Object({
  app_id: Id,
  event_name: plain(MAX_EVENT_NAME),
  user_id: Type.Optional(plain(128)),
  timestamp: ArchiveTime,
  properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  session_id: Type.Optional(plain(128)),
  page_url: Type.Optional(plain(MAX_PAGE_URL)),
  event_id: Type.Optional(plain(128)),
})
type ArchivedEvent = Static<typeof ArchivedEvent>

export const eventArchive: readonly Collection[] = [
  collection({
    name: 'analytics_events',
    table: eventRows.name,
    after: ['apps'],
    row: ArchivedEvent,
    // Events without an id may be alike: two people look at a page in the same second.
    key: ({ app_id, event_id }) => [app_id, event_id ?? `without an id ${++withoutId}`],
    import: importEvents,
    export: exportEvents,
  }),
]
let withoutId = 0

/** By the same way as those of visitors, so that all counts are right. Those that are too old are passed over. */
async function importEvents(
  tx: Db,
  rows: readonly ArchiveRow<ArchivedEvent>[],
  context: ImportContext,
): Promise<number> {
  await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
  const now = context.now.getTime()
  const kept = rows
    .map(({ row, index }) => ({ row, index, time: readTime(row.timestamp, context.now).getTime() }))
    .filter(({ time }) => time > now - EVENT_DAYS * DAY_MS)
    .map((one) => ({ ...one, time: Math.min(one.time, now) }))
  const known = await knownIn(tx, kept)
  const batches: EventBatch[] = []
  kept.forEach(({ row, index, time }, place) => {
    if (known.has(place)) return
    let batch = batches.at(-1)
    if (batch?.app_id !== row.app_id || batch.times.length === MOST_IN_BATCH) {
      batch = emptyBatch(row.app_id)
      batches.push(batch)
    }
    batch.times.push(time)
    batch.names.push(row.event_name)
    batch.users.push(row.user_id ?? '')
    batch.sessions.push(row.session_id ?? '')
    batch.pages.push(row.page_url ?? '')
    batch.event_ids.push(row.event_id ?? '')
    batch.marks.push(row.event_id ?? ownId(row, index))
    batch.properties.push(row.properties ?? {})
  })
  if (batches.length === 0) return 0
  for (const batch of batches) batch.json = JSON.stringify(batch.properties)
  const marks = createMarkBlocks()
  for (const batch of batches) newTo(marks, batch)
  // A file that comes again must be known as long as its events are kept.
  const repeats = await writeEvents(tx, batches, marks, knownFrom(now + EVENT_DAYS * DAY_MS))
  return batches.reduce((sum, { times }, place) => sum + times.length - (repeats[place] ?? 0), 0)
}

/** What stands for an id: the words and the place. Relative times as written, so that the file is known tomorrow too. */
function ownId(row: ArchivedEvent, index: number): string {
  return `archive ${index} ${hash('sha256', JSON.stringify(row), 'base64url')}`
}

/**
 * The places of events that were there before this import, word by word: also those whose id is not known any more, and
 * those that never had one. Of several that say the same, as many as there were.
 */
async function knownIn(
  tx: Db,
  events: readonly { row: ArchivedEvent; time: number }[],
): Promise<Set<number>> {
  const apps = new Set(events.map(({ row }) => row.app_id))
  const before = await beforeImport(tx, apps)
  const times = new Map<string, number>()
  const given = events.flatMap(({ row, time }, place) => {
    if (!before.apps.get(row.app_id)) return []
    const words = {
      user_id: null,
      session_id: null,
      page_url: null,
      event_id: null,
      properties: {},
      ...row,
      ms: time,
    }
    const text = JSON.stringify(words)
    const alike = times.get(text) ?? 0
    times.set(text, alike + 1)
    return [{ ...words, alike, place }]
  })
  if (given.length === 0) return new Set()
  const { rows } = await sql<{ place: number }>`
    with given as (
      select g.*, to_timestamp(g.ms / 1000) as occurred_at
        from json_to_recordset(${JSON.stringify(given)}::json) as g (app_id text, ms float8, event_name text, user_id text,
               session_id text, page_url text, event_id text, properties jsonb, alike integer, place integer)
    ), waiting as (
      select ${WORDS} as words, count(*) as events from analytics_waiting_events e
       where e.app_id = any(${[...apps]}) and e.seq < ${before.seq}::bigint group by 1
    )
    select e.place from given e left join waiting w on w.words = ${WORDS}
     where coalesce(w.events, 0) + (
             select count(*) from analytics_event_rows r
              where r.app_id = e.app_id and r.occurred_at = e.occurred_at and r.seq < ${before.seq}::bigint
                and r.event_name = e.event_name and r.user_id is not distinct from e.user_id
                and r.session_id is not distinct from e.session_id and r.page_url is not distinct from e.page_url
                and r.event_id is not distinct from e.event_id and r.properties = e.properties) > e.alike`.execute(
    tx,
  )
  return new Set(rows.map(({ place }) => place))
}

/** All that an event says, as one value. */
const WORDS = sql`jsonb_build_array(e.app_id, e.occurred_at, e.event_name, e.user_id, e.session_id, e.page_url, e.event_id,
  e.properties)`

/** How things were when an import began. */
interface Before {
  /** What it adds is counted from here on. */
  seq: string | number
  /** Whether an app had events, for those that it has come to. */
  apps: Map<string, boolean>
}

async function beforeImport(tx: Db, apps: ReadonlySet<string>): Promise<Before> {
  const known = imports.get(tx)
  const fresh = [...apps].filter((app) => !known?.apps.has(app))
  if (known && fresh.length === 0) return known
  const { rows } = await sql<{ app_id: string; has_events: boolean; seq: string | number }>`
    select app_id, exists (select from event_name_days n where n.app_id = given.app_id) as has_events,
           nextval('analytics_batch_seq') * ${sql.lit(MOST_IN_BATCH)} as seq
      from unnest(${fresh}::text[]) given (app_id)`.execute(tx)
  const before = known ?? { seq: rows[0]?.seq ?? 0, apps: new Map() }
  for (const { app_id, has_events } of rows) before.apps.set(app_id, has_events)
  imports.set(tx, before)
  return before
}
const imports = new WeakMap<Db, Before>()

type ExportedEvent = { [Field in keyof ArchivedEvent]?: unknown } & {
  app_id: string
  timestamp: Date
  seq: string | number
}

async function* exportEvents(db: Db, scope: ExportScope) {
  for await (const { seq, ...row } of exportRows(db, scope)) yield row
  for await (const { seq, ...row } of exportBatches(db, scope)) yield row
}

const FIELDS = sql`e.app_id, e.event_name, e.user_id, e.occurred_at as timestamp, e.properties, e.session_id, e.page_url,
  e.event_id, e.seq`

function exportRows(db: Db, scope: ExportScope) {
  return byKey<ExportedEvent>(async (after, limit) => {
    const { app_id, timestamp, seq } = after ?? { app_id: '', timestamp: new Date(0), seq: 0 }
    const { rows } = await sql<ExportedEvent>`
      select ${FIELDS} from analytics_event_rows e ${ofScope(scope, 'e')}
         and (e.app_id, e.occurred_at, e.seq) > (${app_id} collate "C", ${timestamp}::timestamptz, ${seq}::bigint)
       order by e.app_id, e.occurred_at, e.seq limit ${limit}`.execute(db)
    return rows
  })
}

/** Those that have no rows of their own yet. */
function exportBatches(db: Db, scope: ExportScope) {
  return byKey<ExportedEvent>(async (after, limit) => {
    const { app_id, seq } = after ?? { app_id: '', seq: 0 }
    const { rows } = await sql<ExportedEvent>`
      select ${FIELDS} from analytics_event_batches b ${ofScope(scope, 'b', sql`cross join analytics_events_of(b) e`)}
         and (b.app_id, b.seq) >= (${app_id} collate "C", ${seq}::bigint / ${sql.lit(MOST_IN_BATCH)})
         and (b.app_id, e.seq) > (${app_id} collate "C", ${seq}::bigint)
       order by b.app_id, b.seq, e.seq limit ${limit}`.execute(db)
    return rows
  })
}
