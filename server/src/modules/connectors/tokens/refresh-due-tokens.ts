import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'
import { refreshStore } from './refresh-store.ts'
import { refreshToken } from './refresh-token.ts'

/** Each service has lanes of its own, so that a slow one holds up nobody else. */
const SERVICES_AT_ONCE = 100
const AT_ONCE = 4
const BATCH = 50
/** The next run goes on with what is left, also on another node. */
const LONGEST_MS = 50_000

/** Refreshes tokens ahead of time, each by one node only. */
export const refreshDueTokens = job('connectors.refresh_due_tokens', {
  payload: Type.Object({}),
  retry: [10],
  async run(deps: Deps, _payload, { signal }) {
    const endAt = performance.now() + LONGEST_MS
    const isOver = () => signal.aborted || performance.now() > endAt
    const types = await refreshStore(deps.db).listDueTypes()
    await inLanes(types, SERVICES_AT_ONCE, isOver, (type) => refreshAllOf(deps, type, isOver))
  },
})

/** What fails waits for its next try, so that each round finds others. */
async function refreshAllOf(deps: Deps, type: string, isOver: () => boolean): Promise<void> {
  for (;;) {
    const due = await refreshStore(deps.db).listDue(type, BATCH)
    // A request that has begun is waited for whatever happens: its answer may hold the only good token.
    await inLanes(due, AT_ONCE, isOver, async (one) => {
      const refreshed = refreshToken(deps, one, { kind: 'due' })
      await tolerate(deps.log, `the token of ${one.id} was not refreshed`, refreshed, false)
    })
    if (due.length < BATCH || isOver()) return
  }
}

async function inLanes<One>(
  all: readonly One[],
  atOnce: number,
  isOver: () => boolean,
  each: (one: One) => Promise<void>,
): Promise<void> {
  const left = all.values()
  const lane = async () => {
    for (const one of left) {
      if (isOver()) return
      await each(one)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, lane))
}
