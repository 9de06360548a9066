import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Log } from '../../../platform/log.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import { type AppQuotas, type QuotaName, type Quotas, reached, refuseBy } from '../../../tenancy/index.ts'
import { recordUsageStore } from './record-usage-store.ts'

export interface RecordQuota {
  /** Refuses new or larger records of an app that has as much as it may. Costs the request nothing. */
  requireRoom(appId: string, wanted: 'new' | 'larger'): void
  /** Waits for what is being counted. */
  settle(): Promise<void>
}

/** What was counted holds for so long; where there is too much, it may soon be less. */
const HOLDS_MS = 60_000
const REFUSAL_HOLDS_MS = 5_000
/** Counting takes at most so small a part of the time. */
const REST = 50
const REMEMBERED = 10_000

interface Verdict {
  holdsUntil: number
  quotas: AppQuotas | null
  over: readonly QuotaName[]
}

/**
 * Records are counted in the background after a write, at most once a minute: to count them with each write would make all
 * writes to an app wait for each other. So an app can have a little more than its quota.
 */
export function createRecordQuota(parts: { db: Db; clock: Clock; log: Log; quotas: Quotas }): RecordQuota {
  const { db, clock, log, quotas } = parts
  const verdicts = new Map<string, Verdict>()
  const store = recordUsageStore(db)
  let counting = Promise.resolve()

  const count = async (appId: string) => {
    const began = performance.now()
    const found = await quotas.of(appId)
    const over = found ? reached(await store.count(appId, found.workspace_id), found.limits) : []
    const holdsMs = Math.max(
      over.length > 0 ? REFUSAL_HOLDS_MS : HOLDS_MS,
      (performance.now() - began) * REST,
    )
    return { holdsUntil: clock.now().getTime() + holdsMs, quotas: found, over }
  }
  const renew = (appId: string, old: Verdict | undefined) => {
    if (verdicts.size >= REMEMBERED) verdicts.clear()
    const now = clock.now().getTime()
    const untilThen = { quotas: null, over: [], ...old, holdsUntil: now + HOLDS_MS }
    verdicts.set(appId, untilThen)
    // One after the other, on one connection of all.
    counting = counting.then(async () => {
      const what = 'the records of an app could not be counted'
      verdicts.set(appId, await tolerate<Verdict>(log, what, count(appId), untilThen))
    })
  }

  return {
    requireRoom(appId, wanted) {
      const known = verdicts.get(appId)
      if (!known || known.holdsUntil <= clock.now().getTime()) renew(appId, known)
      const over = known?.over.find((name) => wanted === 'new' || name.endsWith('bytes'))
      if (over && known?.quotas) throw refuseBy('quota_exceeded', over, known.quotas.limits)
    },
    settle: () => counting,
  }
}
