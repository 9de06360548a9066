import type { Db } from '../../../platform/database/db.ts'
import type { SessionRow } from '../tables.ts'
import { type MoveDeps, moveSession } from './move-session.ts'
import { notifyOfCancel } from './session-channel.ts'

/**
 * Cancels a session that is locked and open. One that nobody works at ends at once; the others are `cancelling` until the
 * node that has them has stopped, or its lease is over.
 */
export async function cancelOpenSession(deps: MoveDeps, tx: Db, session: SessionRow): Promise<SessionRow> {
  const cancelling = (await moveSession(deps, tx, session, 'cancel')) ?? session
  // Also when it was cancelling before: the message may have been lost (G567).
  if (cancelling.worker !== null) await notifyOfCancel(tx, session.id)
  // A pull request that was being opened may be there: only the node that settles it can find out.
  const isUnattended =
    session.state === 'needs_input' || (session.state === 'running' && session.worker === null)
  if (!isUnattended) return cancelling
  return (await moveSession(deps, tx, cancelling, 'stopped')) ?? cancelling
}
