import { holdLease, type Lease } from '../../../platform/hold-lease.ts'
import type { Deps } from '../deps.ts'
import { type Holder, heldSessionStore, LEASE_SECONDS } from './work/held-session-store.ts'

/** Extends the lease of a session while it is carried out. A cancel whose message was lost is noticed here too. */
export function holdSession(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  holder: Holder,
  { onLost, onCancel }: { onLost: () => void; onCancel: () => void },
): Lease {
  return holdLease({
    ...{ log, of: 'a coding session', seconds: LEASE_SECONDS, onLost },
    extend: async () => (await heldSessionStore(db).extend(holder, clock.now())) ?? null,
    onNews: ({ state }) => {
      if (state === 'cancelling') onCancel()
    },
  })
}
