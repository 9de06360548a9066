import type { InputOf, operations } from '@atrium/contract'
import { type Caller, isAdmin } from '../../tenancy/index.ts'
import { countFigures } from './count-figures.ts'
import type { Deps } from './deps.ts'

export async function readAppOverview(
  deps: Deps,
  caller: Caller,
  { params, query: { days = 14 } }: InputOf<typeof operations.apps.overview>,
) {
  const app = await deps.access.app(caller, params.app_id, 'viewer')
  const own = [app.id]
  return countFigures(
    deps,
    {
      workspaceId: app.workspace.id,
      asker: app.id,
      seen: own,
      edited: app.user_role === 'editor' ? own : [],
      credits: isAdmin(app.workspace.role) ? own : null,
    },
    days,
  )
}
