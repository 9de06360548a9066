import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessCampaign, type CampaignInReach } from './access-campaign.ts'
import type { AdCampaignRow } from './campaign-store.ts'
import { changeCampaign } from './change-campaign.ts'

export async function pauseCampaign(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.campaigns.pause>,
) {
  await pause(deps, caller, await accessCampaign(deps, caller, params))
  return { status: 'paused' as const }
}

/** Sent also when it is paused already: it may run on the platform all the same. */
export function pause(deps: Deps, caller: Caller | null, found: CampaignInReach): Promise<AdCampaignRow> {
  return changeCampaign(deps, caller, found, {
    change: 'pause',
    async prepare({ status }) {
      if (status === 'REMOVED') throw refuse('campaign_removed')
      return { send: (customer, campaign) => deps.adPlatform.setCampaignStatus(customer, campaign, 'PAUSED') }
    },
  })
}
