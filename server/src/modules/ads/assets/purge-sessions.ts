import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'
import { endSession } from './end-session.ts'
import { sessionStore } from './session-store.ts'

/** Longer than all tries of one together. */
const LONGEST_RUN_MS = 60 * 60 * 1000
const BATCH = 500

/** Ends sessions that nobody works on any more, and deletes those whose day is over. What they made stays. */
export const purgeSessions = job('ads.keep_asset_sessions', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run(deps: Deps, _payload, { signal }) {
    const { db, clock } = deps
    const store = sessionStore(db)
    const now = clock.now()
    for (;;) {
      const stale = await store.stale(new Date(now.getTime() - LONGEST_RUN_MS), BATCH)
      for (const id of stale) {
        signal.throwIfAborted()
        await endSession(deps, id)
      }
      if (stale.length < BATCH) break
    }
    while ((await store.removeOver(now, BATCH)) === BATCH) signal.throwIfAborted()
  },
})
