import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessViewer } from './access-viewer.ts'
import type { Deps } from './deps.ts'
import { findItems } from './find-items.ts'
import { compareItems, countBySeverity, type Position } from './rules.ts'
import type { Severity } from './troubles.ts'

export async function listAttention(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<typeof operations.attention.list>,
) {
  const { limit = 50, cursor, app_id, kind, state: wanted = 'open' } = query
  const viewer = await accessViewer(deps, caller, query.workspaceId, app_id)
  const list = `attention.list ${JSON.stringify([viewer.workspace_id, viewer.user_id, app_id, kind, wanted])}`
  const after = positionOf(deps.cursors.read(list, cursor))
  const all = await findItems(deps, viewer, kind)
  const rest = all.filter(
    (item) => (wanted === 'all' || item.state === wanted) && (!after || compareItems(item, after) > 0),
  )
  const page = pageOf(rest.slice(0, limit + 1), limit, ({ severity, since, id }) =>
    deps.cursors.write(list, [severity, since?.toISOString() ?? null, id]),
  )
  return { ...page, counts: countBySeverity(all) }
}

/** Where a page begins: after this one. */
function positionOf(keys: readonly unknown[] | undefined): Position | undefined {
  if (!keys) return undefined
  const [severity, since, id] = keys
  return {
    severity: severity as Severity, // as it was written
    since: since === null ? null : new Date(String(since)),
    id: String(id),
  }
}
