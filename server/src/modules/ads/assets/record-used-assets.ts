import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import { accountOf } from '../accounts/account-store.ts'
import { findCampaign } from '../campaigns/campaign-store.ts'
import { isReachable } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'
import { assetStore } from './asset-store.ts'

/** Generated assets that a campaign was launched with are accepted, under the names that the platform gave them. */
export const recordUsedAssets = job('ads.note_used_assets', {
  payload: Type.Object({ app_id: Type.String(), campaign_id: Type.String() }),
  retry: [5, 60, 600, 3600],
  async run({ db, clock, adPlatform, filesUrl }: Deps, { app_id, campaign_id }) {
    const [account, campaign] = await Promise.all([
      accountOf(db, app_id),
      findCampaign(db, app_id, campaign_id),
    ])
    if (!campaign || !isReachable(account, adPlatform)) return
    const read = await adPlatform.listAssets(account.platform_customer_id, campaign.platform_campaign_id)
    if (read.outcome !== 'done') throw new Error(read.message)
    const used = read.value
      .filter(({ source }) => source === 'ADVERTISER')
      .map(({ field_type, text, url, resource_name }) => ({
        ...{ field_type, text, url, resource_name },
        file_path: url?.startsWith(`${filesUrl()}/`) ? url.slice(filesUrl().length) : null,
      }))
    await assetStore(db).acceptUsed(app_id, campaign_id, used, clock.now())
  },
})
