import type { Db } from '../../../../platform/database/db.ts'
import { transaction } from '../../../../platform/database/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SessionRow } from '../../tables.ts'
import { type Holder, heldSessionStore } from './held-session-store.ts'

/** Somebody else has the session by now, or it has ended: nothing more is written here. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost'

  constructor() {
    super('The session is not held here any more.')
  }
}

/** Writes to a session in one transaction, with its row locked. Throws `SessionLost` when the lease does not hold any more. */
export function writeHeld<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  holder: Holder,
  work: (tx: Db, session: SessionRow) => Promise<T>,
): Promise<T> {
  return transaction(db, async (tx) => {
    const session = await heldSessionStore(tx).lockHeld(holder, clock.now())
    if (!session) throw new SessionLost()
    return work(tx, session)
  })
}
