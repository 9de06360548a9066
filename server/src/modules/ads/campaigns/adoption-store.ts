/** Launches, as those ask for them who find campaigns on the platform. */
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { LaunchRow } from '../launch/launch-store.ts'

const COLUMNS = `id, app_id, draft_key, reference, state, unknown_step, unknown_since, campaign_id, input, error, checks,
  absent_reads, absent_since, next_check_date, created_by, created_date, updated_date`

const selectUnknown = prepared<LaunchRow>(
  'ad_launches_unknown_of_app',
  `select ${COLUMNS} from ad_launches where app_id = $1 and state = 'outcome_unknown'
    order by created_date desc limit $2`,
)

const selectOfReference = prepared<Pick<LaunchRow, 'state' | 'input'>>(
  'ad_launch_of_reference',
  `select state, input from ad_launches where app_id = $1 and reference = $2
    order by created_date desc limit 1`,
)

const selectLaunching = prepared<{ id: string }>(
  'ad_launching_of_app',
  `select id from ad_launches where app_id = $1 and state in ('started', 'account_sent', 'campaign_sent', 'enable_sent')
      and state not in ('rejected', 'released')
    limit 1`,
)

/** Newest first. */
export function unknownLaunches(db: Db, appId: string, limit: number): Promise<LaunchRow[]> {
  return selectUnknown(db, [appId, limit])
}

/** The last one under this reference. */
export async function launchOfReference(
  db: Db,
  appId: string,
  reference: string,
): Promise<Pick<LaunchRow, 'state' | 'input'> | null> {
  const [row] = await selectOfReference(db, [appId, reference])
  return row ?? null
}

/** Whether a campaign of the app may come into being at this moment. */
export async function isLaunching(db: Db, appId: string): Promise<boolean> {
  return (await selectLaunching(db, [appId])).length > 0
}
