import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessCampaign } from './access-campaign.ts'
import { presentCampaign } from './present-campaign.ts'
import { refreshCampaigns } from './refresh-campaigns.ts'

/** A caller who was informed that an outcome is unknown reads it here, so the platform is asked. */
export async function readCampaign(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.campaigns.read>,
) {
  const { account, campaign } = await accessCampaign(deps, caller, params)
  const [fresh = campaign] = await refreshCampaigns(deps, account, [campaign])
  return presentCampaign(fresh)
}
