import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { followPublishedUrl } from '../revisions/switch-revision.ts'
import { siteStore } from '../site-store.ts'
import { domainStore } from './domain-store.ts'
import { findProof } from './find-proof.ts'
import { presentDomain } from './present-domain.ts'

export async function verifySiteDomain(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.domains.verify>,
) {
  const { db, clock, access, audit, siteAddresses } = deps
  const app = await access.app(caller, params.app_id, 'editor')
  const row = await domainStore(db).find(app.id, params.domain_id)
  if (!row) throw refuse('domain_not_found')
  if (row.verified_date !== null) return presentDomain(row)
  const by = await findProof(deps.domainProofs, row)
  if (by === null) throw refuse('domain_not_verified')
  const verified_date = clock.now()
  await transaction(db, async (tx) => {
    const store = domainStore(tx)
    await store.lock(row.domain)
    if (await store.isTaken(app.id, row.domain)) throw refuse('domain_taken')
    if (!(await siteStore(tx).findToChange(app.id))) throw refuse('domain_not_found')
    if (!(await store.setVerified(row.id, verified_date))) throw refuse('domain_not_found')
    const site = await siteStore(tx).find(app.id)
    if (site?.active_revision_id) await followPublishedUrl(deps, tx, site, siteAddresses.siteUrl(site))
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'domains.verify',
      target_type: 'site_domain',
      target_id: row.id,
      app_id: app.id,
      detail: { domain: row.domain, by },
    })
  })
  deps.sites.invalidate(app.id)
  return presentDomain({ ...row, verified_date })
}
