import type { App } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useMatches } from 'react-router'
import { paths } from '../paths.ts'
import { queries } from '../queries.ts'
import { type Crumb, crumbsOf } from './crumbs.ts'
import { usePageNames } from './page-names.ts'
import { useWorkspace } from './use-workspace.ts'
import { words } from './words.ts'

/** The app or agent that the address lies in, once its page has loaded it. */
export function useCurrentApp(): App | undefined {
  const { app_id, agent_id } = useMatches().at(-1)?.params ?? {}
  const id = app_id ?? agent_id
  // The page asks for it and asks again: here it is only shown.
  const { data } = useQuery({ ...queries.app(id ?? ''), enabled: false })
  return id === undefined ? undefined : data
}

/** The way to the page that is shown, without the workspace. */
export function useCrumbs(): Crumb[] {
  const { pathname } = useLocation()
  const app = useCurrentApp()
  const { id: workspaceId } = useWorkspace()
  const names = usePageNames()
  const crumbs = crumbsOf(pathname, names)
  if (!app) return crumbs
  // The settings of an agent have the address of an app, and belong to the agent.
  const above =
    app.kind === 'agent'
      ? [
          { to: paths.agents(workspaceId), label: words.agents },
          { to: paths.agent(workspaceId, app.id), label: app.name },
        ]
      : [
          { to: paths.apps(workspaceId), label: words.apps },
          { to: paths.app(workspaceId, app.id), label: app.name },
        ]
  return [...above, ...crumbs.slice(above.length)]
}
