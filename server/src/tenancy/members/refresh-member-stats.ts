/**
 * The list shows a copy of what members used and when they were seen, which is at most a minute old. Anyone who lists
 * renews it first, at most once a minute for all nodes together, and at once when members changed.
 */
import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import { monthOf } from '../credits/month.ts'
import { memberStatsStore } from './member-stats-store.ts'

interface Deps {
  db: Db
  clock: Clock
}

const OLDEST_MS = 60_000
/** Rows in one transaction; others who want to renew the same copy wait so long. */
const BATCH = 1_000
/** How long a request goes on renewing; the rest is left to the next one and to the job. */
const PATIENCE_MS = 2_000

export async function refreshMemberStatsWhenDue({ db, clock }: Deps, workspaceId: string): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS
  while ((await isDue(db, clock, workspaceId)) && performance.now() < giveUpAt) {
    if (await renewBatch(db, clock, workspaceId)) return
  }
}

/** Where thousands are active between two lists, no request has to catch up with all of them. */
export const refreshMemberStats = job('tenancy.renew_member_copies', {
  payload: Type.Object({}),
  retry: [],
  async run({ db, clock }: Deps, _, { signal }) {
    for (const workspaceId of await memberStatsStore(db).workspacesFarBehind(BATCH)) {
      while (!signal.aborted && !(await renewBatch(db, clock, workspaceId)));
    }
  },
})

/** Returns whether nothing is left to do. */
function renewBatch(db: Db, clock: Clock, workspaceId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const store = memberStatsStore(tx)
    const month = monthOf(clock.now())
    await store.lock(workspaceId)
    // Another node may have done it while this one waited.
    if (!(await isDue(tx, clock, workspaceId))) return true
    const epoch = await store.readEpoch(workspaceId)
    const copied = await store.copy(workspaceId, month, BATCH)
    if (copied === BATCH) return false
    await store.passOverLeavers(workspaceId, month)
    await store.markRenewed(workspaceId, epoch, clock.now())
    return true
  })
}

function isDue(db: Db, clock: Clock, workspaceId: string): Promise<boolean> {
  const now = clock.now()
  return memberStatsStore(db).isDue(workspaceId, monthOf(now), new Date(now.getTime() - OLDEST_MS))
}
