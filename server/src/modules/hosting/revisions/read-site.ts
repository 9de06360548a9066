import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { siteFileStore } from '../file-store.ts'
import { revisionStore, siteStore } from '../site-store.ts'
import { presentRevision } from './present-revision.ts'

export async function readSite(deps: Deps, caller: Caller, { params }: InputOf<typeof operations.site.read>) {
  const { db, access, siteAddresses } = deps
  const app = await access.app(caller, params.app_id, 'viewer')
  const site = await siteStore(db).find(app.id)
  const revisions = revisionStore(db)
  const activeId = site?.active_revision_id
  const active = activeId ? await revisions.find(app.id, activeId) : undefined
  if (!site || !active) {
    return { url: null, revision: null, revisions_count: await revisions.count(app.id), spa_fallback: true }
  }
  return {
    url: siteAddresses.siteUrl(site),
    revision: presentRevision(deps, site, active),
    revisions_count: await revisions.count(app.id),
    spa_fallback: !(await siteFileStore(db).has(active.id, '404.html')),
  }
}
