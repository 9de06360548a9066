import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { revisionStore, siteStore } from '../site-store.ts'
import { presentRevision } from './present-revision.ts'

export async function listSiteRevisions(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.site.list_revisions>,
) {
  const { db, access, cursors } = deps
  const app = await access.app(caller, params.app_id, 'viewer')
  const { limit = 50, cursor } = query
  const list = `site.list_revisions ${app.id}`
  const [before] = cursors.read(list, cursor) ?? []
  const site = await siteStore(db).find(app.id)
  const rows = await revisionStore(db).list(
    app.id,
    before === undefined ? undefined : Number(before),
    limit + 1,
  )
  const page = pageOf(rows, limit, ({ number }) => cursors.write(list, [number]))
  return { ...page, items: site ? page.items.map((row) => presentRevision(deps, site, row)) : [] }
}
