import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { LastSeen } from '../credits/last-seen.ts'
import type { Caller } from './caller.ts'
import { type AppRole, appRole, canEditWorkspace, isAdmin, type WorkspaceRole } from './roles.ts'
import { type AppRow, accessStore, type Workspace } from './store.ts'

/** An app as its caller may see it. */
export interface App extends AppRow {
  user_role: AppRole
  workspace: Workspace
}

export type WorkspaceNeed = 'member' | 'editor' | 'admin'

/** Hands over the loaded thing, or refuses. Without permission there is nothing to work with. */
export interface Access {
  /** The workspace a request acts on: the token's own, else the named one, else the caller's first. */
  workspace(caller: Caller, workspaceId: string | undefined, need: WorkspaceNeed): Promise<Workspace>
  /** The workspace of something that was already found, or null when the caller has no part in it. */
  findWorkspace(caller: Caller, workspaceId: string): Promise<Workspace | null>
  app(caller: Caller, appId: string, need: AppRole): Promise<App>
  /** As `app`, for an app that must be an agent (400). */
  agent(caller: Caller, agentId: string, need: AppRole): Promise<App>
  /** The ids, all of apps that the caller can see in this workspace. */
  apps(caller: Caller, workspace: Workspace, ids: readonly string[]): Promise<string[]>
}

export function createAccess(db: Db, lastSeen: LastSeen): Access {
  const store = accessStore(db)

  /** Who reaches something of a workspace was seen in it, whichever of their workspaces it is. */
  const noteSeen = ({ user }: Caller, workspaceId: string) => {
    if (user) lastSeen.note(user.id, workspaceId)
  }

  const findWorkspace = async (caller: Caller, id: string): Promise<Workspace | null> => {
    if (!reaches(caller.workspace_id, id)) return null
    const found = await (caller.user ? store.findWorkspace(caller.user.id, id) : store.findWorkspaceOfKey(id))
    if (found) noteSeen(caller, id)
    return found ?? null
  }

  /** Every app is read before it is judged, so that a foreign id costs what a missing one does. */
  const findApp = async (caller: Caller, id: string): Promise<App | null> => {
    const found = await store.findApp(id, caller.user?.id ?? null)
    if (!found || !reaches(caller.workspace_id, found.workspace_id) || !reachesApp(caller, id)) return null
    const { workspace_name, workspace_plan, member_role, collaborator_role, ...app } = found
    const role = caller.user ? member_role : 'admin'
    const user_role = role && appRole(role, collaborator_role)
    if (!role || !user_role) return null
    noteSeen(caller, app.workspace_id)
    const workspace = { id: app.workspace_id, name: workspace_name, plan: workspace_plan, role }
    return { ...app, user_role, workspace }
  }

  return {
    findWorkspace,

    async workspace(caller, workspaceId, need) {
      const id = workspaceId ?? caller.default_workspace_id
      const workspace = id === null ? null : await findWorkspace(caller, id)
      if (!workspace) throw refuse('workspace_not_found')
      requireRole(workspace.role, need)
      return workspace
    },

    async app(caller, appId, need) {
      const app = await findApp(caller, appId)
      if (!app) throw refuse('app_not_found')
      requireAppRole(app, need)
      return app
    },

    async agent(caller, agentId, need) {
      const app = await findApp(caller, agentId)
      if (!app) throw refuse('agent_not_found')
      requireAppRole(app, need)
      if (app.kind !== 'agent') throw refuse('not_an_agent')
      return app
    },

    async apps(caller, workspace, ids) {
      const wanted = [...new Set(ids)]
      const seen = await store.visibleAppIds(wanted, workspace, caller.user?.id ?? null)
      if (seen.length !== wanted.length || !wanted.every((id) => reachesApp(caller, id))) {
        throw refuse('app_not_found')
      }
      return wanted
    },
  }
}

/** Whether a credential limited to some apps may touch this one. */
export function reachesApp({ app_ids }: Caller, appId: string): boolean {
  return app_ids === null || app_ids.includes(appId)
}

function reaches(own: string | null, id: string): boolean {
  return own === null || own === id
}

function requireAppRole({ user_role }: App, need: AppRole): void {
  if (need === 'editor' && user_role !== 'editor') throw refuse('editor_required')
}

function requireRole(role: WorkspaceRole, need: WorkspaceNeed): void {
  if (need === 'editor' && !canEditWorkspace(role)) throw refuse('editor_required')
  if (need === 'admin' && !isAdmin(role)) throw refuse('admin_required')
}
