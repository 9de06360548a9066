import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import { holdLease, type Lease } from '../../../platform/hold-lease.ts'
import type { Log } from '../../../platform/log.ts'
import { type Holder, LEASE_SECONDS, testRunStore } from './test-run-store.ts'

/** Extends the lease of a run while it is carried out. A cancel whose message was lost is noticed here too. */
export function holdTestRun(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  holder: Holder,
  { onLost, onCancel }: { onLost: () => void; onCancel: () => void },
): Lease {
  return holdLease({
    ...{ log, of: 'a test run', seconds: LEASE_SECONDS, onLost },
    extend: async () => (await testRunStore(db).extend(holder, clock.now())) ?? null,
    onNews: ({ cancel_requested_at }) => {
      if (cancel_requested_at) onCancel()
    },
  })
}
