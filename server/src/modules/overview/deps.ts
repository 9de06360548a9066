import type { StandIns } from '@atrium/contract/workspaces'
import type { Db } from '../../platform/database/db.ts'
import type { HeavyQueries } from '../../platform/database/heavy-queries.ts'
import type { DayCount, DayRange } from '../../platform/time/day-range.ts'
import type { BaseDeps } from '../../tenancy/index.ts'

/** What overviews need in addition to what all modules get. */
export interface Deps extends BaseDeps {
  overviewCounts: OverviewCounts
  heavyQueries: HeavyQueries
  standIns: StandIns
}

export interface VisitCounts {
  visits: DayCount[]
  /** Different people on each day. */
  users: DayCount[]
  /** Different people on any of the days, and on any of those before. */
  allUsers: number
  previousUsers: number
}

export interface DeliveryCounts {
  succeeded: DayCount[]
  failed: DayCount[]
}

export interface Spend {
  currency_code: string | null
  /** In millionths of the currency. */
  days: DayCount[]
}

/** What other modules count for several apps together, both for the days and for those before. */
export interface OverviewCounts {
  visits(db: Db, appIds: readonly string[], range: DayRange): Promise<VisitCounts>
  newUsers(db: Db, appIds: readonly string[], range: DayRange): Promise<DayCount[]>
  failedCalls(db: Db, appIds: readonly string[], range: DayRange): Promise<DayCount[]>
  failedRuns(db: Db, appIds: readonly string[], range: DayRange): Promise<DayCount[]>
  deliveries(db: Db, appIds: readonly string[], range: DayRange): Promise<DeliveryCounts>
  /** Null when the ad platform says nothing at this moment. */
  spend(appIds: readonly string[], range: DayRange): Promise<Spend | null>
  credits(
    db: Db,
    workspaceId: string,
    appIds: readonly string[] | 'all',
    range: DayRange,
  ): Promise<DayCount[]>
}
