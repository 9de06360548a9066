import { CALLS_KEPT_DAYS } from '@atrium/contract/connector-calls'
import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { historyStore } from './history-store.ts'

const DAY_MS = 86_400_000
/** Of an app: only the newest ones. */
const MOST_CALLS = 50_000
const BATCH = 5_000
const LOST = 'The server was lost while it fetched the token. Connect again.'

/** Calls are kept for some days, and attempts until they are of no use to anybody. */
export const purgeConnectorHistory = job('connectors.purge_history', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: Deps, _payload, { signal }) {
    const store = historyStore(db)
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
    const inBatches = async (deleteSome: () => Promise<number>) => {
      while (!signal.aborted && (await deleteSome()) === BATCH);
    }
    await store.failLostAttempts(clock.now(), LOST)
    await inBatches(() => store.deleteAttemptsBefore(daysAgo(1), BATCH))
    await inBatches(() => store.deleteCallsBefore(daysAgo(CALLS_KEPT_DAYS), BATCH))
    for (const appId of await store.listCrowdedApps(MOST_CALLS))
      await inBatches(() => store.deleteCallsBeyond(appId, MOST_CALLS, BATCH))
  },
})
