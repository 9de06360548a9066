import type { Db } from '../../../platform/database/db.ts'
import { makeId } from '../../../platform/ids.ts'
import type { PlatformCampaign } from '../../../ports/ad-platform/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { AdAccountRow } from '../accounts/account-store.ts'
import { recordUsedAssets } from '../assets/record-used-assets.ts'
import {
  type AdCampaignRow,
  findByPlatformId,
  insertCampaign,
  type PauseReason,
} from '../campaigns/campaign-store.ts'
import type { Deps } from '../deps.ts'
import type { LaunchRow } from './launch-store.ts'

export interface Launched {
  launch: Pick<LaunchRow, 'id' | 'app_id' | 'input' | 'draft_key'>
  account: AdAccountRow
  workspace_id: string
  campaign: PlatformCampaign
  pause_reason: PauseReason | null
}

/** The row of a campaign that the platform has; when there is one already, that. Null stands for Atrium itself. */
export async function storeCampaign(
  { clock, audit, jobs }: Pick<Deps, 'clock' | 'audit' | 'jobs'>,
  tx: Db,
  caller: Caller | null,
  { launch, account, workspace_id, campaign, pause_reason }: Launched,
): Promise<AdCampaignRow> {
  const now = clock.now()
  const { campaign_type, name, ...settings } = launch.input
  const place = { app_id: launch.app_id, account_id: account.id }
  const row = await insertCampaign(
    tx,
    { id: makeId('cmp', now), ...place, settings, pause_reason, now },
    campaign,
  )
  if (!row) {
    const known = await findByPlatformId(tx, account.id, campaign.campaign_id)
    if (!known) throw new Error(`The campaign ${campaign.campaign_id} could not be stored`)
    return known
  }
  if (settings.assets.length > 0)
    await jobs.send(tx, recordUsedAssets, { app_id: launch.app_id, campaign_id: row.id })
  await audit.record(tx, caller, {
    workspace_id,
    action: 'ads.launch',
    target_type: 'campaign',
    target_id: row.id,
    app_id: launch.app_id,
    detail: {
      campaign_name: row.campaign_name,
      campaign_type,
      daily_budget_micros: settings.daily_budget_micros,
      platform_campaign_id: row.platform_campaign_id,
    },
  })
  return row
}
