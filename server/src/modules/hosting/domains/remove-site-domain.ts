import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { followPublishedUrl } from '../revisions/switch-revision.ts'
import { siteStore } from '../site-store.ts'
import { domainStore } from './domain-store.ts'

export async function removeSiteDomain(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.domains.remove>,
) {
  const { db, access, audit, siteAddresses } = deps
  const app = await access.app(caller, params.app_id, 'editor')
  const id = await transaction(db, async (tx) => {
    await siteStore(tx).findToChange(app.id)
    const store = domainStore(tx)
    const row = await store.find(app.id, params.domain_id)
    if (!row || !(await store.delete(row.id))) throw refuse('domain_not_found')
    const site = await siteStore(tx).find(app.id)
    if (site?.active_revision_id) await followPublishedUrl(deps, tx, site, siteAddresses.siteUrl(site))
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'domains.remove',
      target_type: 'site_domain',
      target_id: row.id,
      app_id: app.id,
      detail: { domain: row.domain },
    })
    return row.id
  })
  deps.sites.invalidate(app.id)
  return { removed: true as const, id }
}
