import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessCampaign } from './access-campaign.ts'
import { changeCampaign } from './change-campaign.ts'

/** For good. The row stays, with status REMOVED. */
export async function deleteCampaign(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.campaigns.delete>,
) {
  const found = await accessCampaign(deps, caller, params)
  if (found.campaign.status !== 'REMOVED') {
    await changeCampaign(deps, caller, found, {
      change: 'delete',
      detail: { name: found.campaign.campaign_name },
      async prepare({ status }) {
        if (status === 'REMOVED') return null
        return { send: deps.adPlatform.removeCampaign }
      },
    })
  }
  return { status: 'deleted' as const }
}
