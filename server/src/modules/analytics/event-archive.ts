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
} from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { named, requireKnown } from '../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { emptyBatch } from './event-batch.ts'
import { addDays, DAY_MS, dayOf } from './event-day-store.ts'
import { writeEvents } from './event-store.ts'
import { markOf } from './read-events.ts'

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
    after: ['apps'],
    row: ArchivedEvent,
    // Events without an id may be alike: two people look at a page in the same second.
    key: ({ app_id, event_id }) => [app_id, event_id ?? `without an id ${++withoutId}`],
    import: importEvents,
    export: exportEvents,
  }),
]
let withoutId = 0

/** A file that comes again must be known as long as its events are kept. */
const ID_KEPT_MS = (EVENT_DAYS + 1) * DAY_MS

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
  const batch = emptyBatch()
  kept.forEach(({ row, index, time }, place) => {
    if (known.has(place)) return
    batch.app_ids.push(row.app_id)
    batch.times.push(time)
    batch.names.push(row.event_name)
    batch.users.push(row.user_id ?? '')
    batch.sessions.push(row.session_id ?? '')
    batch.pages.push(row.page_url ?? '')
    batch.event_ids.push(row.event_id ?? '')
    batch.marks.push(markOf(row.app_id, row.event_id ?? ownId(row, index)))
    batch.properties.push(JSON.stringify(row.properties ?? {}))
  })
  if (batch.times.length === 0) return 0
  await addDays(tx, batch.times.map(dayOf))
  const [repeats = 0] = await writeEvents(tx, [batch], new Date(now + ID_KEPT_MS))
  return batch.times.length - repeats
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
  const before = await beforeImport(tx, new Set(events.map(({ row }) => row.app_id)))
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
    select g.place
      from json_to_recordset(${JSON.stringify(given)}::json) as g (app_id text, ms float8, event_name text, user_id text,
             session_id text, page_url text, event_id text, properties jsonb, alike integer, place integer)
     where (select count(*) from analytics_events e
             where e.app_id = g.app_id and e.occurred_at = to_timestamp(g.ms / 1000) and e.seq < ${before.seq}::bigint
               and e.event_name = g.event_name and e.user_id is not distinct from g.user_id
               and e.session_id is not distinct from g.session_id and e.page_url is not distinct from g.page_url
               and e.event_id is not distinct from g.event_id and e.properties = g.properties) > g.alike`.execute(
    tx,
  )
  return new Set(rows.map(({ place }) => place))
}

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
           nextval('analytics_event_seq') as seq
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
  const rows = byKey<ExportedEvent>(async (after, limit) => {
    const { app_id, timestamp, seq } = after ?? { app_id: '', timestamp: new Date(0), seq: 0 }
    const { rows } = await sql<ExportedEvent>`
      select e.app_id, e.event_name, e.user_id, e.occurred_at as timestamp, e.properties, e.session_id, e.page_url,
             e.event_id, e.seq
        from analytics_events e join apps a on a.id = e.app_id and a.deleted_at is null
       where (e.app_id, e.occurred_at, e.seq) > (${app_id} collate "C", ${timestamp}::timestamptz, ${seq}::bigint)
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids}))
       order by e.app_id, e.occurred_at, e.seq limit ${limit}`.execute(db)
    return rows
  })
  for await (const { seq, ...row } of rows) yield row
}
