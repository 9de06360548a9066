import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/errors.ts'
import { carryOutSession } from '../agent/carry-out-session.ts'
import type { Deps } from '../deps.ts'
import type { InputRequestRow, SessionMessageRow, SessionRow } from '../tables.ts'
import { checkReply } from './check-reply.ts'
import { messageStore } from './message-store.ts'
import { moveSession } from './move-session.ts'
import { addEvents } from './session-change-store.ts'
import { sessionStore } from './session-store.ts'

/** The session goes on with the answer, wherever there is room. It has it at once, so that the message is delivered. */
export async function answerInputRequest(
  deps: Deps,
  tx: Db,
  session: SessionRow,
  message: SessionMessageRow,
  from: string,
): Promise<SessionMessageRow> {
  const { input_request_id } = session
  const request = input_request_id && (await sessionStore(tx).findInputRequest(session.id, input_request_id))
  if (!request) throw refuse('input_request_changed')
  const now = deps.clock.now()
  // One that is over has no answer any more, though nobody has ended the session yet.
  if (request.expires_at <= now) throw refuse('input_request_changed')
  checkReply(request, message)
  const { text, answers, approve } = message
  const delivered: SessionMessageRow = {
    ...message,
    ...{ state: 'delivered', input_request_id: request.id, delivered_at: now },
  }
  await messageStore(tx).insert(delivered)
  const answered = await addEvents(tx, session, now, [
    { type: 'input', data: { message_id: message.id, text, answers, approve, from } },
  ])
  await moveSession(deps, tx, answered, 'answer', {
    ...{ worker: null, leased_until: null, tries: 0 },
    pass_started_at: withoutWait(session, request, now),
  })
  await deps.jobs.send(tx, carryOutSession, { session_id: session.id })
  return delivered
}

/** The time of a pass does not go on while it waits for a person (G569). */
function withoutWait(
  { pass_started_at }: SessionRow,
  { created_at }: InputRequestRow,
  now: Date,
): Date | null {
  return pass_started_at && new Date(pass_started_at.getTime() + now.getTime() - created_at.getTime())
}
