import { refuse } from '../../../platform/errors.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import { type AdAccountRow, accountOf } from '../accounts/account-store.ts'
import type { Deps } from '../deps.ts'
import { type AdCampaignRow, findCampaign } from './campaign-store.ts'

export interface CampaignInReach {
  app: Pick<App, 'id' | 'workspace_id'>
  account: AdAccountRow
  campaign: AdCampaignRow
}

/** The campaign of an app that the caller can edit; one of another app reads as missing. */
export async function accessCampaign(
  { db, access }: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  { app_id, campaign_id }: { app_id: string; campaign_id: string },
): Promise<CampaignInReach> {
  const app = await access.app(caller, app_id, 'editor')
  const [account, campaign] = await Promise.all([
    accountOf(db, app.id),
    findCampaign(db, app.id, campaign_id),
  ])
  if (!account || !campaign) throw refuse('campaign_not_found')
  return { app, account, campaign }
}
