import { createEventQuota, type EventQuota } from '../modules/analytics/quotas/event-quota.ts'
import { type AnonymousShare, createAnonymousShare } from '../modules/entities/records/anonymous-share.ts'
import { createRecordQuota, type RecordQuota } from '../modules/entities/records/record-quota.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { DailyShares } from '../platform/http/rate-limit.ts'
import type { Log } from '../platform/log.ts'
import type { UsageLedger } from '../ports/language-model/port.ts'
import { createUsageLedger } from '../tenancy/model-usage/usage-ledger.ts'
import { createQuotas } from '../tenancy/quotas/quotas.ts'
import type { QuotaLimits } from '../tenancy/quotas/usual-quotas.ts'

export interface UsageQuotas {
  recordQuota: RecordQuota
  anonymousShare: AnonymousShare
  eventQuota: EventQuota
  modelLedger: UsageLedger
}

/** What counts how much apps have, by the same quotas. */
export function createUsageQuotas(
  parts: { db: Db; clock: Clock; log: Log },
  shares: DailyShares,
  usual: QuotaLimits | null,
): UsageQuotas {
  const quotas = createQuotas({ db: parts.db, usual })
  return {
    recordQuota: createRecordQuota({ ...parts, quotas }),
    anonymousShare: createAnonymousShare({ shares, quotas }),
    eventQuota: createEventQuota({ ...parts, quotas }),
    modelLedger: createUsageLedger({ ...parts, quotas }),
  }
}
