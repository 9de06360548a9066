/** The figures of a workspace and of an app, as their first pages show them; what is counted is other modules'. */
import { operations } from '@atrium/contract'
import { handle, module } from '../../platform/module.ts'
import type { Deps } from './deps.ts'
import { readAppOverview } from './read-app-overview.ts'
import { readWorkspaceOverview } from './read-workspace-overview.ts'

export type { OverviewCounts } from './deps.ts'

export const overview = module<Deps>('overview', {
  handlers: [
    handle(operations.apps.overview, readAppOverview),
    handle(operations.workspaces.overview, readWorkspaceOverview),
  ],
})
