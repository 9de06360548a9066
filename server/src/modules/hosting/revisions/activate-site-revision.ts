import type { InputOf, operations } from '@atrium/contract'
import { KEPT_SITE_REVISIONS } from '@atrium/contract/hosting'
import { afterCommit, transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { revisionStore, siteStore } from '../site-store.ts'
import { presentRevision } from './present-revision.ts'
import { switchRevision } from './switch-revision.ts'

export async function activateSiteRevision(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.site.activate>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const answer = await transaction(deps.db, async (tx) => {
    const site = await siteStore(tx).findToChange(app.id)
    const revision = site && (await revisionStore(tx).find(app.id, params.revision_id))
    if (!site || !revision) throw refuse('site_revision_not_found')
    const active = { ...site, active_revision_id: revision.id }
    if (site.active_revision_id === revision.id) return presentRevision(deps, active, revision)
    await switchRevision(deps, tx, app, site, revision)
    // One that was a preview counts among the revisions from now on.
    await revisionStore(tx).deleteOld(app.id, {
      ...{ kept: KEPT_SITE_REVISIONS, isPreview: false, activeId: revision.id },
    })
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'site.activate',
      target_type: 'site_revision',
      target_id: revision.id,
      app_id: app.id,
      detail: { number: revision.number, before: site.active_revision_id },
    })
    return presentRevision(deps, active, revision)
  })
  afterCommit(deps.db, () => deps.sites.invalidate(app.id))
  return answer
}
