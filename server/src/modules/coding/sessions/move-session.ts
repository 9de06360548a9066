import type { Db } from '../../../platform/database/db.ts'
import { billingOfApp } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { SessionRow } from '../tables.ts'
import { changeSession, type SessionChanges } from './session-change-store.ts'
import { creditUseOf } from './session-credits.ts'
import { hasEnded, nextState, type Trigger } from './states.ts'
import { waitingMessageStore } from './waiting-message-store.ts'

export type MoveDeps = Pick<Deps, 'clock' | 'codingNotices' | 'credits'>

/**
 * Takes a session to its next state by the table of transitions, with its event and its notices; at an end also with its
 * price, and messages that it did not read are interrupted. The row is locked by the transaction; null when this cannot
 * happen to it.
 */
export async function moveSession(
  deps: MoveDeps,
  tx: Db,
  session: SessionRow,
  trigger: Trigger,
  changes: SessionChanges = {},
): Promise<SessionRow | null> {
  const state = nextState(session.state, trigger)
  if (state === null) return null
  const isEnd = hasEnded(state)
  const now = deps.clock.now()
  const { error_code } = { ...session, ...changes }
  const written = {
    ...changes,
    state,
    completed_at: isEnd ? now : null,
    ...(isEnd && { worker: null, leased_until: null }),
    ...(state !== 'needs_input' && { input_request_id: null }),
  }
  const moved = await changeSession(tx, session, now, written, [
    { type: 'state', data: { from: session.state, to: state, ...(error_code !== null && { error_code }) } },
  ])
  if (state === 'needs_input') await deps.codingNotices.needsInput(tx, moved)
  if (isEnd) await settleEnd(deps, tx, moved)
  return moved
}

async function settleEnd({ credits, codingNotices }: MoveDeps, tx: Db, session: SessionRow): Promise<void> {
  await waitingMessageStore(tx).interrupt(session.id)
  await codingNotices.ended(tx, session)
  // Last, since others wait for the count of the workspace.
  const billing = session.state === 'completed' ? await billingOfApp(tx, session.app_id) : null
  if (billing) await credits.spend(tx, creditUseOf(session, billing.workspace_id))
  else await credits.release(tx, session.id)
}
