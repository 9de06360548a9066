import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Log } from '../../../platform/log.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import { type Holder, LEASE_SECONDS, testRunStore } from './test-run-store.ts'

const EXTEND_MS = (LEASE_SECONDS * 1_000) / 3

export interface TestRunLease {
  /** Nothing more is written when this resolves. */
  end(): Promise<void>
}

/** Extends the lease of a run while it is carried out. A cancel whose message was lost is noticed here too. */
export function holdTestRun(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  holder: Holder,
  { onLost, onCancel }: { onLost: () => void; onCancel: () => void },
): TestRunLease {
  let writing: Promise<void> | null = null
  const extend = async () => {
    const extended = testRunStore(db).extend(holder, clock.now())
    // A database that is silent for a moment is no reason to end the run: the lease has time left.
    const kept = await tolerate(log, 'the lease of a test run was not extended', extended, NO_NEWS)
    if (!kept) onLost()
    else if (kept.cancel_requested_at) onCancel()
  }
  const timer = setInterval(() => {
    writing ??= extend().finally(() => {
      writing = null
    })
  }, EXTEND_MS)
  return {
    async end() {
      clearInterval(timer)
      await writing
    },
  }
}

const NO_NEWS = { cancel_requested_at: null }
