/** Writes to a session that the transaction has locked: by the API, and by the node that carries it out. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { codingSessions, type SessionEventRow, type SessionRow } from '../tables.ts'
import { notifyOfChange } from './session-channel.ts'

export type SessionChanges = Partial<
  Omit<SessionRow, 'id' | 'app_id' | 'state' | 'last_seq' | 'updated_date'>
>
export type NewEvent = Pick<SessionEventRow, 'type' | 'data'>

/** Writes columns of a session that is locked. */
export function updateSession(
  tx: Db,
  session: SessionRow,
  now: Date,
  changes: SessionChanges,
): Promise<SessionRow> {
  return changeSession(tx, session, now, changes, [])
}

/** Appends what happened. */
export async function addEvents(
  tx: Db,
  session: SessionRow,
  now: Date,
  events: readonly NewEvent[],
): Promise<SessionRow> {
  return events.length === 0 ? session : changeSession(tx, session, now, {}, events)
}

/** Both at once. The row is locked by the transaction, so the numbers of the events have no gaps. */
export async function changeSession(
  tx: Db,
  session: SessionRow,
  now: Date,
  changes: SessionChanges & { state?: SessionRow['state'] },
  events: readonly NewEvent[],
): Promise<SessionRow> {
  const { id, last_seq } = session
  if (events.length > 0) {
    const rows = events.map(
      ({ type, data }, at) =>
        sql`(${id}, ${last_seq + at + 1}::int, ${type}, ${JSON.stringify(data)}::json, ${now}::timestamptz)`,
    )
    await sql`
      insert into coding_session_events (session_id, seq, type, data, created_date)
      values ${sql.join(rows)}`.execute(tx)
  }
  const written = { ...changes, last_seq: last_seq + events.length, updated_date: now }
  const columns = Object.entries(written).map(
    ([name, value]) => sql`${sql.ref(name)} = ${JSON_COLUMNS.has(name) ? jsonOf(value) : value}`,
  )
  await sql`update coding_sessions set ${sql.join(columns)} where id = ${id}`.execute(tx)
  await notifyOfChange(tx, id)
  return { ...session, ...written }
}

const JSON_COLUMNS = new Set(
  Object.entries(codingSessions.fields).flatMap(([name, { type }]) => (type === 'jsonb' ? [name] : [])),
)
const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value))
