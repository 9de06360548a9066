import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { notify } from '../../../platform/database/listen.ts'
import type { Deps } from '../deps.ts'
import { codingSessions, type SessionEventRow, type SessionRow } from '../tables.ts'
import { hasEnded, nextState, type Trigger } from './states.ts'

/** Between the nodes: `cancel ID` to the one that has the session, `changed ID` to those who follow it, `waiting` to all with room. */
export const SESSIONS_CHANNEL = 'coding_sessions'

export type SessionChanges = Partial<
  Omit<SessionRow, 'id' | 'app_id' | 'state' | 'last_seq' | 'updated_date'>
>
export type NewEvent = Pick<SessionEventRow, 'type' | 'data'>

/**
 * Takes a session to its next state by the table of transitions, with its event and its notices. The row is locked by the
 * transaction; null when this cannot happen to it.
 */
export async function moveSession(
  deps: Pick<Deps, 'clock' | 'codingNotices'>,
  tx: Db,
  session: SessionRow,
  trigger: Trigger,
  changes: SessionChanges = {},
): Promise<SessionRow | null> {
  const state = nextState(session.state, trigger)
  if (state === null) return null
  const isEnd = hasEnded(state)
  const now = deps.clock.now()
  const moved = await updateSession(tx, session, now, {
    ...changes,
    state,
    completed_at: isEnd ? now : null,
    ...(isEnd && { worker: null, leased_until: null }),
    ...(state !== 'needs_input' && { input_request_id: null }),
  })
  const { error_code } = moved
  const withEvent = await addEvents(tx, moved, now, [
    { type: 'state', data: { from: session.state, to: state, ...(error_code !== null && { error_code }) } },
  ])
  if (state === 'needs_input') await deps.codingNotices.needsInput(tx, withEvent)
  if (isEnd) await deps.codingNotices.ended(tx, withEvent)
  return withEvent
}

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
  await notify(tx, SESSIONS_CHANNEL, `changed ${session.id}`)
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
  await notify(tx, SESSIONS_CHANNEL, `changed ${session.id}`)
  return { ...session, last_seq, updated_date: now }
}

const JSON_COLUMNS = new Set(
  Object.entries(codingSessions.fields).flatMap(([name, { type }]) => (type === 'jsonb' ? [name] : [])),
)
const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value))
