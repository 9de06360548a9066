/** What overviews show is counted by the parts whose it is. */
import { readSpend } from '../modules/ads/index.ts'
import { countVisits } from '../modules/app-logs/index.ts'
import { countFailedCalls } from '../modules/functions/index.ts'
import type { OverviewCounts } from '../modules/overview/index.ts'
import { countDeliveries } from '../modules/webhooks/index.ts'
import { countFailedRuns } from '../modules/workflows/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { AdPlatform } from '../ports/ad-platform/port.ts'
import { countCredits, countNewUsers } from '../tenancy/index.ts'

export function createOverviewCounts(parts: { db: Db; adPlatform: AdPlatform }): OverviewCounts {
  return {
    visits: countVisits,
    newUsers: countNewUsers,
    failedCalls: countFailedCalls,
    failedRuns: countFailedRuns,
    deliveries: countDeliveries,
    spend: (appIds, range) => readSpend(parts, appIds, range),
    credits: countCredits,
  }
}
