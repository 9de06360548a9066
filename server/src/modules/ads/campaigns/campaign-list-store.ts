import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { Position } from '../../../platform/newest-first.ts'
import { type AdCampaignRow, adCampaigns } from './campaign-store.ts'

const COLUMNS = adCampaigns.columns()

const selectPage = prepared<AdCampaignRow>(
  'ad_campaigns_page',
  `select ${COLUMNS} from ad_campaigns
    where app_id = $1 and created_date <= coalesce($2::timestamptz, 'infinity')
      and ($2::timestamptz is null or created_date < $2 or id > $3)
      and strpos(lower(campaign_name), lower($5)) > 0
    order by created_date desc, id limit $4`,
)

const selectLiving = prepared<AdCampaignRow>(
  'ad_campaigns_living_of_app',
  `select ${COLUMNS} from ad_campaigns where app_id = $1 and status <> 'REMOVED'
    order by status, created_date desc, id limit $2`,
)

const selectByPlatformIds = prepared<AdCampaignRow>(
  'ad_campaigns_by_platform_ids',
  `select ${COLUMNS} from ad_campaigns where account_id = $1 and platform_campaign_id = any($2::text[])`,
)

const countOthers = prepared<{ count: number }>(
  'ad_campaigns_missing',
  `select count(*)::int as count from ad_campaigns
    where account_id = $1 and status <> 'REMOVED' and platform_campaign_id <> all($2::text[])`,
)

/** Newest first, removed ones too, whose name holds the text; all by an empty one. */
export function campaignPage(
  db: Db,
  appId: string,
  search: string,
  after: Position | undefined,
  limit: number,
): Promise<AdCampaignRow[]> {
  return selectPage(db, [appId, after?.created_date ?? null, after?.id ?? '', limit, search])
}

/** Those that run before those that are paused. */
export function livingOf(db: Db, appId: string, limit: number): Promise<AdCampaignRow[]> {
  return selectLiving(db, [appId, limit])
}

export function byPlatformIds(
  db: Db,
  accountId: string,
  platformIds: readonly string[],
): Promise<AdCampaignRow[]> {
  return selectByPlatformIds(db, [accountId, platformIds])
}

/** How many living campaigns the platform did not name. */
export async function countMissing(
  db: Db,
  accountId: string,
  platformIds: readonly string[],
): Promise<number> {
  const [row] = await countOthers(db, [accountId, platformIds])
  return row?.count ?? 0
}
