import type { CancelReason } from '@atrium/contract/test-runs'
import type { Db } from '../../../platform/database/db.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import type { Deps } from '../deps.ts'
import { endTestRun } from './end-test-run.ts'
import { notifyOfCancel, onEndOf } from './test-run-changes.ts'
import { testRunStore } from './test-run-store.ts'

/** How long the node that has a run may take to end it, before others do. */
const PATIENCE_MS = 5_000
/** A message may be lost with its connection. */
const LOOK_MS = 1_000

/**
 * Cancels a run that waits or runs, and returns when its browser is closed, on whatever node. Where the node that has it
 * does not answer, the run ends without it. False when it had ended before; `alsoStore` is called unless so.
 */
export async function cancelOpenRun(
  deps: Deps,
  id: string,
  reason: CancelReason,
  { alsoStore }: { alsoStore?: (tx: Db) => Promise<void> } = {},
): Promise<boolean> {
  const { db, clock, runningTests } = deps
  const end = listenForEnd(deps, id)
  try {
    const state = await transaction(db, async (tx) => {
      const run = await testRunStore(tx).lockOpen(id)
      if (!run) return 'ended'
      await alsoStore?.(tx)
      const now = clock.now()
      // Also to a worker that seems to be gone: by its own clock it may not be.
      if (run.worker !== null) await notifyOfCancel(tx, id)
      if (run.worker === null || run.leased_until === null || run.leased_until < now) {
        await endTestRun(deps, tx, run, cancelled(reason))
        return 'cancelled'
      }
      await testRunStore(tx).requestCancel(id, reason, now)
      return 'asked'
    })
    if (state !== 'ended') runningTests.cancel(id)
    if (state !== 'asked') return state === 'cancelled'
    if (!(await end.within(PATIENCE_MS))) await endOverHead(deps, id, reason)
    return true
  } finally {
    end.stop()
  }
}

function cancelled(cancel_reason: CancelReason) {
  return { status: 'cancelled' as const, error: null, cancel_reason, model_calls: 0 }
}

async function endOverHead(deps: Deps, id: string, reason: CancelReason): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const run = await testRunStore(tx).lockOpen(id)
    if (run) await endTestRun(deps, tx, run, cancelled(run.cancel_reason ?? reason))
  })
}

function listenForEnd({ db, notifications }: Deps, id: string) {
  const ended = Promise.withResolvers<true>()
  const stop = onEndOf(notifications, id, () => ended.resolve(true))
  return {
    stop,
    async within(ms: number): Promise<boolean> {
      const over = performance.now() + ms
      for (;;) {
        const left = over - performance.now()
        if (left <= 0) return false
        if (await firstOf(ended.promise, Math.min(LOOK_MS, left))) return true
        if (!(await testRunStore(db).isOpen(id))) return true
      }
    },
  }
}

async function firstOf(ended: Promise<true>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(resolve, ms, false)
  try {
    return await Promise.race([ended, promise])
  } finally {
    clearTimeout(timer)
  }
}
