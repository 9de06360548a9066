import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import { billingOfApp, type Caller } from '../../../tenancy/index.ts'
import { requireNoHold } from '../accounts/account-hold.ts'
import type { Deps } from '../deps.ts'
import { accessCampaign } from './access-campaign.ts'
import { changeCampaign } from './change-campaign.ts'

/** Also while it waits for conversion tracking: that is the caller's choice, and the audit log says so. */
export async function resumeCampaign(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.campaigns.resume>,
) {
  const found = await accessCampaign(deps, caller, params)
  const { app, account, campaign } = found
  await changeCampaign(deps, caller, found, {
    change: 'resume',
    detail: { pause_reason: campaign.pause_reason },
    async prepare({ status }) {
      if (status === 'REMOVED') throw refuse('campaign_removed')
      requireNoHold(account, await billingOfApp(deps.db, app.id))
      return { send: (customer, id) => deps.adPlatform.setCampaignStatus(customer, id, 'ENABLED') }
    },
  })
  return { status: 'resumed' as const }
}
