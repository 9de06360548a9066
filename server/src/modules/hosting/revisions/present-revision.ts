import type { SiteAddresses } from '../site-address.ts'
import type { Site } from '../site-store.ts'
import type { RevisionRow } from '../tables.ts'

export function presentRevision(
  { siteAddresses }: { siteAddresses: SiteAddresses },
  site: Pick<Site, 'app_id' | 'label' | 'active_revision_id'>,
  row: RevisionRow,
) {
  const { id, number, file_count, bytes, message, created_date, created_by } = row
  return {
    ...{ id, number, file_count, bytes, message, created_date, created_by },
    is_active: id === site.active_revision_id,
    preview_url: siteAddresses.previewUrl(site, row),
  }
}
