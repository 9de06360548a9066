import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'

export interface CampaignName {
  id: string
  platform_campaign_id: string
  campaign_name: string
}

const selectNames = prepared<CampaignName>(
  'ad_campaign_names',
  `select id, platform_campaign_id, campaign_name from ad_campaigns
    where account_id = $1 and platform_campaign_id = any($2::text[])`,
)

/** How Atrium calls the campaigns, by their ids on the platform. */
export async function campaignNames(
  db: Db,
  accountId: string,
  platformIds: readonly string[],
): Promise<Map<string, CampaignName>> {
  const ids = [...new Set(platformIds)]
  const rows = ids.length === 0 ? [] : await selectNames(db, [accountId, ids])
  return new Map(rows.map((row) => [row.platform_campaign_id, row]))
}
