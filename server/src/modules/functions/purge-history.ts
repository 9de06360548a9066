import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { historyStore, INVOCATIONS, LOGS, RUNS } from './history-store.ts'

const DAY_MS = 86_400_000
const LOG_DAYS = 7
const RUN_DAYS = 30
/** Of a function: lines, and as many calls. */
const MOST_OF_FUNCTION = 10_000
const BATCH = 5_000

/** Logs, calls and runs are kept for some days; of a function with many, only the newest ones. */
export const purgeHistory = job('functions.purge_history', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: Deps, _payload, { signal }) {
    const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
    const all = [
      [LOGS, LOG_DAYS],
      [INVOCATIONS, LOG_DAYS],
      [RUNS, RUN_DAYS],
    ] as const
    for (const [history, days] of all) {
      const deleteSome = () => historyStore(db, history).deleteBefore(before(days), BATCH)
      while (!signal.aborted && (await deleteSome()) === BATCH);
    }
    for (const history of [LOGS, INVOCATIONS]) await historyStore(db, history).deleteBeyond(MOST_OF_FUNCTION)
  },
})
