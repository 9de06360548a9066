import type { AssetRow } from './asset-store.ts'

export function presentSessionAsset(row: AssetRow, filesUrl: string) {
  const { id, field_type, text, width, height, created_date } = row
  const asset_type = text === null ? ('IMAGE' as const) : ('TEXT' as const)
  return { id, asset_type, field_type, text, url: imageUrl(row, filesUrl), width, height, created_date }
}

export function presentLibraryAsset(row: AssetRow, filesUrl: string, now: Date) {
  const { session_id, accepted_campaign_id, accepted_resource_names } = row
  const shown = presentSessionAsset(row, filesUrl)
  return { ...shown, session_id, status: statusOf(row, now), accepted_campaign_id, accepted_resource_names }
}

/** Of images the address; ours moves with the server's name. */
export function imageUrl({ file_path, url }: AssetRow, filesUrl: string): string | null {
  return file_path === null ? url : `${filesUrl}${file_path}`
}

/** What nobody accepted while its session lasted counts as discarded. */
function statusOf({ accepted_date, expires_at }: AssetRow, now: Date) {
  if (accepted_date !== null) return 'ACCEPTED' as const
  return expires_at > now ? ('GENERATED' as const) : ('DISCARDED' as const)
}
