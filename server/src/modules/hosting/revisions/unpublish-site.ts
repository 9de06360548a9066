import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { siteStore } from '../site-store.ts'
import { followPublishedUrl } from './switch-revision.ts'

export async function unpublishSite(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.site.unpublish>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  await transaction(deps.db, async (tx) => {
    const store = siteStore(tx)
    const site = await store.findToChange(app.id)
    if (!site?.active_revision_id) throw refuse('site_not_published')
    await store.update(app.id, { active_revision_id: null })
    await followPublishedUrl(deps, tx, site, null)
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'site.unpublish',
      target_type: 'site_revision',
      target_id: site.active_revision_id,
      app_id: app.id,
    })
  })
  deps.sites.invalidate(app.id)
  return { unpublished: true as const }
}
