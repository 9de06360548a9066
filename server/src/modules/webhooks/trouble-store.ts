import { FAILURES_BEFORE_TURN_OFF } from '@atrium/contract/webhook-limits'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { APP_OF_ROW, type AppOfRow, type AppScope, IN_SCOPE, scopeValues } from '../../tenancy/index.ts'

export interface TroubledWebhook extends AppOfRow {
  id: string
  target_url: string
  description: string | null
  consecutive_failures: number
  /** Set where it was turned off. */
  disabled_at: Date | null
  failing_since: Date | null
}

/** Fewer failures in a row mend themselves often enough. */
const FAILURES_THAT_MATTER = 3

const OF_APPS = `select ${APP_OF_ROW}, w.id, w.target_url, w.description, w.consecutive_failures, w.disabled_at,
                        w.failing_since
                   from apps a join webhooks w on w.app_id = a.id and w.deleted_at is null
                  where ${IN_SCOPE}`

// Who turns a webhook off by hand means it: only those count that failed for too long.
const troubled = prepared<TroubledWebhook>(
  'webhooks_troubled',
  `(${OF_APPS} and w.disabled_at is not null and w.consecutive_failures >= $4
    order by w.disabled_at desc, w.id limit $3)
   union all
   (${OF_APPS} and w.disabled_at is null and w.consecutive_failures >= $5
    order by w.failing_since desc, w.id limit $3)`,
)

/** Webhooks that were turned off because they failed, and those that fail now. */
export async function troubledWebhooks(db: Db, scope: AppScope): Promise<TroubledWebhook[]> {
  return troubled(db, [...scopeValues(scope), scope.limit, FAILURES_BEFORE_TURN_OFF, FAILURES_THAT_MATTER])
}
