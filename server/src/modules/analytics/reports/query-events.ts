import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { readFilter } from './event-filter.ts'
import { type EventRow, listEvents } from './event-query-store.ts'

export async function queryEvents(
  { clock, access, cursors, heavyQueries }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.events.query>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { limit = 50, cursor, ...asked } = query
  const filter = readFilter(app.id, asked, clock.now(), 'query')
  const list = `events.query ${app.id} ${JSON.stringify(asked)}`
  const [occurred_at, seq] = cursors.read(list, cursor) ?? []
  const after = seq === undefined ? undefined : { occurred_at: String(occurred_at), seq: String(seq) }
  const rows = await heavyQueries({ of: app.id, isKnown: true }, (db) =>
    listEvents(db, filter, after, limit + 1),
  )
  const page = pageOf(rows, limit, (row) =>
    cursors.write(list, [row.occurred_at.toISOString(), String(row.seq)]),
  )
  return { ...page, items: page.items.map(presentEvent) }
}

function presentEvent({ occurred_at, seq, ...event }: EventRow) {
  return { ...event, timestamp: occurred_at }
}
