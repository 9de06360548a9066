import type { HeavyQueries } from '../../platform/database/heavy-queries.ts'
import type { Ground } from '../../tenancy/index.ts'
import type { Visits } from './visits.ts'

/** What the logs of apps need beside the ground. */
export interface Deps extends Ground {
  visits: Visits
  heavyQueries: HeavyQueries
}
