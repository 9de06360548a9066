import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'

export interface UnsettledLaunch {
  id: string
  campaign_name: string
  created_date: Date
}

const select = prepared<UnsettledLaunch>(
  'ad_launches_unsettled',
  `select id, input ->> 'name' as campaign_name, created_date from ad_launches
    where app_id = $1 and state not in ('rejected', 'released', 'done')
    order by created_date desc, id limit $2`,
)

/** Launches of an app that are on their way, or whose outcome is not known; newest first. */
export function unsettledLaunches(db: Db, appId: string, limit: number): Promise<UnsettledLaunch[]> {
  return select(db, [appId, limit])
}
