import type { Db } from '../../../platform/database/db.ts'
import { billingOfApp } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { SessionRow } from '../tables.ts'
import { moveSession, type SessionChanges } from './move-session.ts'
import { creditUseOf } from './session-credits.ts'
import { hasEnded, nextState, type Trigger } from './states.ts'
import { waitingMessageStore } from './waiting-message-store.ts'

/**
 * Ends a session that is locked, with its price, its notices and what becomes of messages that it did not read, all in the
 * same transaction. Null when it cannot end this way.
 */
export async function endSession(
  deps: Pick<Deps, 'clock' | 'codingNotices' | 'credits'>,
  tx: Db,
  session: SessionRow,
  trigger: Trigger,
  changes: SessionChanges = {},
): Promise<SessionRow | null> {
  const state = nextState(session.state, trigger)
  if (state === null || !hasEnded(state)) return null
  const ended = await moveSession(deps, tx, session, trigger, changes)
  await waitingMessageStore(tx).interrupt(session.id)
  // Last, since others wait for the count of the workspace.
  const billing = await billingOfApp(tx, session.app_id)
  if (billing && state === 'completed')
    await deps.credits.spend(tx, creditUseOf(session, billing.workspace_id))
  else await deps.credits.release(tx, session.id)
  return ended
}
