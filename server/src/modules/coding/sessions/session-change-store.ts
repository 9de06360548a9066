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
export async function updateSession(
  tx: Db,
  session: SessionRow,
  now: Date,
  changes: SessionChanges & { state?: SessionRow['state'] },
): Promise<SessionRow> {
  const updated: SessionRow = { ...session, ...changes, updated_date: now }
  const columns = Object.entries({ ...changes, updated_date: now }).map(
    ([name, value]) => sql`${sql.ref(name)} = ${JSON_COLUMNS.has(name) ? jsonOf(value) : value}`,
  )
  await sql`update coding_sessions set ${sql.join(columns)} where id = ${session.id}`.execute(tx)
  await notifyOfChange(tx, session.id)
  return updated
}

/** Appends what happened; the row is locked by the transaction, so the numbers have no gaps. */
export async function addEvents(
  tx: Db,
  session: SessionRow,
  now: Date,
  events: readonly NewEvent[],
): Promise<SessionRow> {
  if (events.length === 0) return session
  const last_seq = session.last_seq + events.length
  const rows = events.map(
    ({ type, data }, at) =>
      sql`(${session.id}, ${session.last_seq + at + 1}::int, ${type}, ${JSON.stringify(data)}::json, ${now}::timestamptz)`,
  )
  await sql`
    insert into coding_session_events (session_id, seq, type, data, created_date)
    values ${sql.join(rows)}`.execute(tx)
  await sql`update coding_sessions set last_seq = ${last_seq}, updated_date = ${now} where id = ${session.id}`.execute(
    tx,
  )
  await notifyOfChange(tx, session.id)
  return { ...session, last_seq, updated_date: now }
}

const JSON_COLUMNS = new Set(
  Object.entries(codingSessions.fields).flatMap(([name, { type }]) => (type === 'jsonb' ? [name] : [])),
)
const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value))
