import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'
import type { SessionMessageRow, SessionRow } from '../tables.ts'
import { hasRoomForTurn } from './event-room.ts'
import { messageStore } from './message-store.ts'
import { moveSession } from './move-session.ts'
import { requestPass } from './request-pass.ts'
import { requireRepository } from './require-repository.ts'
import type { SessionApp } from './session-store.ts'

/** A session that has ended begins a new pass on its branch; the message waits for it. */
export async function requestFollowUp(
  deps: Deps,
  tx: Db,
  session: SessionRow,
  message: SessionMessageRow,
  app: SessionApp,
): Promise<SessionMessageRow> {
  if (!hasRoomForTurn(session)) throw refuse('session_full')
  const { provider } = requireRepository(app.repository, session.repository_full_name)
  if (provider !== session.provider) throw refuse('repository_mismatch')
  if (!app.has_room) throw refuse('session_queue_full')
  const queued = await moveSession(deps, tx, session, 'message', {
    ...{ outcome: null, error_code: null, error_message: null, summary: null, plan: [] },
    ...{ pass_steps: 0, pass_started_at: null, paid_by_id: message.user_id, tries: 0 },
  })
  if (!queued) throw refuse('session_busy')
  await messageStore(tx).insert(message)
  await requestPass(deps, tx, queued, app.workspace_id)
  return message
}
