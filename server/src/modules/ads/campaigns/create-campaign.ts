import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { launchCampaign } from '../launch/launch-campaign.ts'
import { requireCampaignShape } from '../launch/launch-checks.ts'
import { presentCampaign } from './present-campaign.ts'

/** As a launch, on the account that there is. */
export async function createCampaign(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.campaigns.create>,
) {
  requireCampaignShape(body, ['body'])
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const { campaign } = await launchCampaign(deps, caller, app, body, { mayOpenAccount: false })
  return presentCampaign(campaign)
}
