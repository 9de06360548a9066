import type { HeavyQueries } from '../../platform/database/heavy-queries.ts'
import type { LongWork } from '../../platform/database/long-work.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import type { AnalyticsMetrics } from './analytics-metrics.ts'
import type { EventBuffer } from './events/event-buffer.ts'
import type { EventQuota } from './quotas/event-quota.ts'

/** What analytics needs in addition to what all modules get. */
export interface Deps extends BaseDeps {
  eventBuffer: EventBuffer
  eventQuota: EventQuota
  analyticsMetrics: AnalyticsMetrics
  heavyQueries: HeavyQueries
  longWork: LongWork
  /** The public address. */
  baseUrl(): string
}
