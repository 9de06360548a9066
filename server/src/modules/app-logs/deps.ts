import type { HeavyQueries } from '../../platform/database/heavy-queries.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import type { Visits } from './visits.ts'

/** What the logs of apps need in addition to what all modules get. */
export interface Deps extends BaseDeps {
  visits: Visits
  heavyQueries: HeavyQueries
}
