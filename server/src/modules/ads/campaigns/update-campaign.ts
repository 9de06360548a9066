import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessCampaign } from './access-campaign.ts'
import { changesOf, requireValue } from './campaign-changes.ts'
import { changeCampaign } from './change-campaign.ts'
import { presentCampaign } from './present-campaign.ts'

export async function updateCampaign(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.campaigns.update>,
) {
  requireValue(body)
  const found = await accessCampaign(deps, caller, params)
  const row = await changeCampaign(deps, caller, found, {
    change: 'update',
    detail: { field: body.field, value: body.value },
    async prepare(campaign) {
      if (campaign.status === 'REMOVED') throw refuse('campaign_removed')
      const changes = await changesOf(deps, campaign, found.account.currency_code, body)
      return {
        send: (customer, id) => deps.adPlatform.updateCampaign(customer, id, changes),
        settings: changes,
      }
    },
  })
  return presentCampaign(row)
}
