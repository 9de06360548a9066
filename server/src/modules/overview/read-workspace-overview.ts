import type { InputOf, operations } from '@atrium/contract'
import { MOST_COUNTED_APPS } from '@atrium/contract/overview'
import { type Caller, isAdmin, listVisibleApps } from '../../tenancy/index.ts'
import { countFigures } from './count-figures.ts'
import type { Deps } from './deps.ts'

export async function readWorkspaceOverview(
  deps: Deps,
  caller: Caller,
  { query: { workspaceId, days = 14 } }: InputOf<typeof operations.workspaces.overview>,
) {
  const workspace = await deps.access.workspace(caller, workspaceId, 'member')
  const { items, has_more } = await listVisibleApps(deps, caller, {
    list: 'workspaces.overview',
    workspaceId: workspace.id,
    sort: '-updated_date',
    limit: MOST_COUNTED_APPS,
  })
  const seen = items.map(({ id }) => id)
  const credits = caller.app_ids === null ? 'all' : seen
  const counted = await countFigures(
    deps,
    {
      workspaceId: workspace.id,
      asker: workspace.id,
      seen,
      edited: items.filter(({ user_role }) => user_role === 'editor').map(({ id }) => id),
      credits: isAdmin(workspace.role) ? credits : null,
    },
    days,
  )
  return { ...counted, apps_counted: seen.length, is_partial: has_more }
}
