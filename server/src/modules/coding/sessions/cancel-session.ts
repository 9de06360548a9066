import type { InputOf, operations } from '@atrium/contract'
import { afterCommit, transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessSession } from './access-session.ts'
import { cancelOpenSession } from './cancel-open-session.ts'
import { presentSession } from './present-session.ts'
import { sessionStore } from './session-store.ts'
import { hasEnded } from './states.ts'

/** Returns at once; the node that has the session ends it. The work so far stays on its branch. */
export async function cancelSession(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.coding.cancel>,
) {
  const { app, session } = await accessSession(deps, caller, params, 'editor')
  const cancelled = await transaction(deps.db, async (tx) => {
    const locked = await sessionStore(tx).lock(session.id)
    if (!locked) throw refuse('coding_session_not_found')
    if (hasEnded(locked.state)) throw refuse('session_ended')
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'coding.cancel',
      target_type: 'coding_session',
      target_id: locked.id,
      app_id: app.id,
      detail: { state: locked.state },
    })
    return cancelOpenSession(deps, tx, locked)
  })
  afterCommit(deps.db, () => deps.runningSessions.cancel(session.id))
  return presentSession({ ...cancelled, launched_by: session.launched_by })
}
