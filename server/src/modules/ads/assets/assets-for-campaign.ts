import { refuse } from '../../../platform/errors.ts'
import type { NewAsset } from '../../../ports/ad-platform/port.ts'
import type { Deps } from '../deps.ts'
import { assetStore } from './asset-store.ts'
import { imageUrl } from './present-asset.ts'

/** Generated assets as a campaign takes them, in the order of their ids. */
export async function assetsForCampaign(
  { db, filesUrl }: Pick<Deps, 'db' | 'filesUrl'>,
  appId: string,
  ids: readonly string[],
): Promise<NewAsset[]> {
  if (ids.length === 0) return []
  const rows = new Map((await assetStore(db).findAll(appId, ids)).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = rows.get(id)
    if (!row) throw refuse('asset_not_found', { extra: { asset_id: id } })
    return { field_type: row.field_type, value: row.text ?? imageUrl(row, filesUrl()) ?? '' }
  })
}
