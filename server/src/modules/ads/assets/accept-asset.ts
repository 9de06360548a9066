import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { NewAsset, PlatformCampaign, Written } from '../../../ports/ad-platform/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { accessCampaign } from '../campaigns/access-campaign.ts'
import type { AdCampaignRow } from '../campaigns/campaign-store.ts'
import { changeCampaign } from '../campaigns/change-campaign.ts'
import type { Deps } from '../deps.ts'
import { type AssetRow, assetStore } from './asset-store.ts'
import { imageUrl, presentLibraryAsset } from './present-asset.ts'

/** Can be repeated: a campaign is only given what it does not have. */
export async function acceptAsset(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.assets.accept>,
) {
  const { db, clock, access, audit, filesUrl } = deps
  const { app_id, session_asset_id } = params
  const app = await access.app(caller, app_id, 'editor')
  const asset = await assetStore(db).find(app.id, session_asset_id)
  if (!asset) throw refuse('asset_not_found')
  const { campaign_id } = body
  const added = campaign_id === undefined ? null : await addToCampaign(deps, caller, asset, campaign_id)
  return transaction(db, async (tx) => {
    const now = clock.now()
    const row = await assetStore(tx).accept(app.id, asset.id, added, now)
    if (!row) throw refuse('asset_not_found')
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'assets.accept',
      target_type: 'asset',
      target_id: asset.id,
      app_id: app.id,
      detail: { field_type: asset.field_type, campaign_id: campaign_id ?? null },
    })
    return presentLibraryAsset(row, filesUrl(), now)
  })
}

async function addToCampaign(deps: Deps, caller: Caller, row: AssetRow, campaign_id: string) {
  const found = await accessCampaign(deps, caller, { app_id: row.app_id, campaign_id })
  const asset: NewAsset = {
    field_type: row.field_type,
    value: row.text ?? imageUrl(row, deps.filesUrl()) ?? '',
  }
  let resource_names: readonly string[] = []
  await changeCampaign(deps, caller, found, {
    change: 'update',
    detail: { asset_id: row.id, field_type: row.field_type },
    async prepare(campaign) {
      if (campaign.status === 'REMOVED') throw refuse('campaign_removed')
      return {
        settings: { assets: withAsset(campaign, asset) },
        async send(customerId, platformCampaignId) {
          const outcome = await deps.adPlatform.addAssets(customerId, platformCampaignId, [asset])
          if (outcome.outcome !== 'done') return outcome
          resource_names = outcome.value.map(({ resource_name }) => resource_name)
          return readBack(deps, customerId, platformCampaignId)
        },
      }
    },
  })
  return { campaign_id, resource_names }
}

function withAsset({ settings: { assets } }: AdCampaignRow, added: NewAsset): NewAsset[] {
  const isThere = assets.some(
    ({ field_type, value }) => field_type === added.field_type && value === added.value,
  )
  return isThere ? [...assets] : [...assets, added]
}

/** What the campaign has become; when that cannot be read, what was sent has no known outcome yet. */
async function readBack(
  { adPlatform }: Deps,
  customerId: string,
  platformCampaignId: string,
): Promise<Written<PlatformCampaign>> {
  const read = await adPlatform.readCampaigns(customerId, [platformCampaignId])
  if (read.outcome !== 'done') return { outcome: 'unknown', message: read.message }
  const [campaign] = read.value
  return campaign
    ? { outcome: 'done', value: campaign }
    : { outcome: 'unknown', message: 'The campaign cannot be read.' }
}
