import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import { presentAccount } from '../accounts/present-account.ts'
import { presentCampaign } from '../campaigns/present-campaign.ts'
import type { Deps } from '../deps.ts'
import { launchCampaign } from './launch-campaign.ts'
import { requireCampaignShape, requireTimeZone } from './launch-checks.ts'

export async function launch(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.ads.launch>,
) {
  const { timezone = 'UTC' } = body
  requireCampaignShape(body.campaign, ['body', 'campaign'])
  requireTimeZone(timezone)
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const made = await launchCampaign(deps, caller, app, body.campaign, { mayOpenAccount: true, timezone })
  return { account: presentAccount(made.account), campaign: presentCampaign(made.campaign) }
}
