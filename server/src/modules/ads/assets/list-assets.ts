import type { InputOf, operations } from '@atrium/contract'
import { MAX_LIBRARY_ASSETS } from '@atrium/contract/ad-assets'
import { type Caller, forbiddenUnlessFound } from '../../../tenancy/index.ts'
import { accessCampaign } from '../campaigns/access-campaign.ts'
import { isReachable, platformUnavailable } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'
import { assetStore } from './asset-store.ts'
import { presentLibraryAsset, presentSessionAsset } from './present-asset.ts'

/** Without a campaign nothing but 200, 401 and 403 may be answered, so a missing app is a forbidden one there. */
export async function listAssets(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.assets.list>,
) {
  const { app_id } = params
  const { session_id, campaign_id } = query
  if (campaign_id === undefined) {
    const app = await forbiddenUnlessFound(deps.access.app(caller, app_id, 'editor'))
    return madeAssets(deps, app.id, session_id)
  }
  const durable = await durableAssets(deps, caller, { app_id, campaign_id })
  return { ...(await madeAssets(deps, app_id, session_id)), durable }
}

/** A session that is named, be it by an empty name, or the library; never both. */
async function madeAssets({ db, clock, filesUrl }: Deps, appId: string, sessionId: string | undefined) {
  const now = clock.now()
  const store = assetStore(db)
  if (sessionId !== undefined) {
    const rows = await store.ofSession(appId, sessionId, now)
    return { session: rows.map((row) => presentSessionAsset(row, filesUrl())) }
  }
  const rows = await store.newest(appId, MAX_LIBRARY_ASSETS)
  return { library: rows.map((row) => presentLibraryAsset(row, filesUrl(), now)) }
}

async function durableAssets(deps: Deps, caller: Caller, ids: { app_id: string; campaign_id: string }) {
  const { account, campaign } = await accessCampaign(deps, caller, ids)
  if (!isReachable(account, deps.adPlatform)) throw platformUnavailable()
  const read = await deps.adPlatform.listAssets(account.platform_customer_id, campaign.platform_campaign_id)
  if (read.outcome !== 'done') throw platformUnavailable()
  return read.value
}
