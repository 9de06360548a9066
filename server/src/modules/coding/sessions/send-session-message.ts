import type { InputOf, operations } from '@atrium/contract'
import type { Db } from '../../../platform/database/db.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { invalid, refuse } from '../../../platform/errors.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { SessionMessageRow, SessionRow } from '../tables.ts'
import { accessSession } from './access-session.ts'
import { answerInputRequest } from './answer-input-request.ts'
import { draftMessage } from './draft-message.ts'
import { messageStore } from './message-store.ts'
import { presentSessionMessage } from './present-session-message.ts'
import { requestFollowUp } from './request-follow-up.ts'
import { notifyOfChange } from './session-channel.ts'
import { sessionStore } from './session-store.ts'
import { hasEnded } from './states.ts'

type Input = InputOf<typeof operations.coding.message>

/** The first with its key is stored, by the state that the session is in; a repeat finds it. */
export async function sendSessionMessage(deps: Deps, caller: Caller, { params, headers, body }: Input) {
  const user = userOf(caller)
  const key = headers['idempotency-key']
  const message = draftMessage(params.session_id, user.id, key, body, deps.clock.now())
  const { app, session } = await accessSession(deps, caller, params, 'editor')
  const stored = await transaction(deps.db, async (tx): Promise<SessionMessageRow> => {
    const known = await sessionStore(tx).lockApp(app.id)
    if (!known) throw refuse('app_not_found')
    const locked = await sessionStore(tx).lock(session.id)
    if (!locked) throw refuse('coding_session_not_found')
    const first = await messageStore(tx).findByKey(locked.id, user.id, message.message_key)
    if (first) return repeated(first, message)
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'coding.message',
      target_type: 'coding_session',
      target_id: locked.id,
      app_id: app.id,
      detail: { message_id: message.id },
    })
    requireOpenRequest(locked, message)
    if (locked.state === 'needs_input') return answerInputRequest(deps, tx, locked, message, user.email)
    if (message.text === null) throw invalid(['body', 'text'], 'missing', 'Field required')
    if (hasEnded(locked.state)) return requestFollowUp(deps, tx, locked, message, known)
    if (locked.state !== 'running') throw refuse('session_busy')
    return leaveForSession(tx, locked, message)
  })
  return presentSessionMessage(stored)
}

function repeated(first: SessionMessageRow, message: SessionMessageRow): SessionMessageRow {
  if (first.input_hash !== message.input_hash) throw refuse('idempotency_conflict')
  if (first.state === 'interrupted') throw refuse('delivery_interrupted')
  return first
}

/** What answers a question is for that one only: another may be open by now, or none (G568). */
function requireOpenRequest({ input_request_id }: SessionRow, message: SessionMessageRow): void {
  const isAnswer = message.answers.length > 0 || message.approve !== null
  if (message.input_request_id !== null && message.input_request_id !== input_request_id)
    throw refuse('input_request_changed')
  if (isAnswer && input_request_id === null) throw refuse('input_request_changed')
}

/** A session that runs reads one message before its next step. */
async function leaveForSession(
  tx: Db,
  session: SessionRow,
  message: SessionMessageRow,
): Promise<SessionMessageRow> {
  if (await messageStore(tx).hasWaiting(session.id)) throw refuse('session_busy')
  await messageStore(tx).insert(message)
  await notifyOfChange(tx, session.id)
  return message
}
