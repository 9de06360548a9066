import type { Db } from '../../../platform/database/db.ts'
import { carryOutSession } from '../agent/carry-out-session.ts'
import type { Deps } from '../deps.ts'
import type { SessionRow } from '../tables.ts'
import { creditUseOf, holdUntil } from './session-credits.ts'

/** A pass waits to be carried out. The last step of its transaction; refuses with 402. */
export async function requestPass(
  { jobs, credits, clock }: Pick<Deps, 'jobs' | 'credits' | 'clock'>,
  tx: Db,
  session: SessionRow,
  workspaceId: string,
): Promise<void> {
  await jobs.send(tx, carryOutSession, { session_id: session.id })
  await credits.hold(tx, creditUseOf(session, workspaceId), holdUntil(clock.now()))
}
