import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { Visitor } from '../../platform/http/visitor.ts'
import type { LastSeen } from '../credits/last-seen.ts'
import { createAccessCache } from './access-cache.ts'
import { type Caller, type OpenApp, openCaller, serviceCaller } from './caller.ts'
import { type AppRole, appRole, canEditWorkspace, isAdmin, type WorkspaceRole } from './roles.ts'
import { type AppRow, type AppWithRoles, accessStore, type Workspace } from './store.ts'

/** An app as its caller may see it. */
export interface App extends AppRow {
  user_role: AppRole
  workspace: Workspace
}

/** An app as those meet it who use it, of its workspace or not. */
export interface VisitedApp extends AppRow {
  /** `visitor`: the app's own users, and nobody's where it is open to everybody. */
  user_role: AppRole | 'visitor'
  /** The caller as the app's rules see them; null when nobody is signed in. */
  user: AppUser | null
  /** An own user of the app whom nobody invited. */
  is_self_registered: boolean
}

export interface AppUser {
  id: string
  email: string
  full_name: string
  role: string
  data: Record<string, unknown>
}

export type WorkspaceNeed = 'member' | 'editor' | 'admin'

/** Returns the loaded thing, or refuses. Without permission there is nothing to work with. */
export interface Access {
  /** The workspace a request acts on: the token's own, else the named one, else the caller's first. */
  workspace(caller: Caller, workspaceId: string | undefined, need: WorkspaceNeed): Promise<Workspace>
  /** The workspace of something that was already found, or null when the caller has no part in it. */
  findWorkspace(caller: Caller, workspaceId: string): Promise<Workspace | null>
  app(caller: Caller, appId: string, need: AppRole): Promise<App>
  /** As `app`, also for the app's own users, and for those whom `authorizeAnonymous` let in. */
  visit(caller: Caller, appId: string): Promise<VisitedApp>
  /** Somebody without a credential: let in where the app is open to everybody; elsewhere the answer is only 401. */
  authorizeAnonymous(visitor: Visitor, appId: string): Promise<Caller>
  /** The app as itself, for one of its functions. */
  service(visitor: Visitor, appId: string, functionName: string): Promise<Caller>
  /** As anybody may write to it who knows its id, whatever its setting and without a credential. */
  anyApp(appId: string): Promise<AppRow>
  /** The workspace of any app, without a check of access; null when there is no such app. */
  workspaceIdOf(appId: string): Promise<string | null>
  /** As `app`, for an app that must be an agent (400). */
  agent(caller: Caller, agentId: string, need: AppRole): Promise<App>
  /** The ids, all of apps that the caller can see in this workspace. */
  apps(caller: Caller, workspace: Workspace, ids: readonly string[]): Promise<string[]>
  /** What is remembered of visits of this person or app; without an id, of all. */
  invalidate(id?: string): void
}

export function createAccess(db: Db, lastSeen: LastSeen): Access {
  const store = accessStore(db)
  const visitedApps = createAccessCache<VisitedApp>()
  const openApps = createAccessCache<OpenApp>()
  const knownApps = createAccessCache<AppRow>()

  /** Who reaches something of a workspace was seen in it, whichever of their workspaces it is. */
  const recordSeen = ({ user }: Caller, workspaceId: string) => {
    if (user) lastSeen.record(user.id, workspaceId)
  }

  const findWorkspace = async (caller: Caller, id: string): Promise<Workspace | null> => {
    if (!isOfAtrium(caller) || !reaches(caller.workspace_id, id)) return null
    const found = await (caller.user ? store.findWorkspace(caller.user.id, id) : store.findWorkspaceOfKey(id))
    if (found) recordSeen(caller, id)
    return found ?? null
  }

  /** Every app is read before it is judged, so that a foreign id costs what a missing one does. */
  const findApp = async (caller: Caller, id: string): Promise<App | null> => {
    const found = await store.findApp(id, caller.user?.id ?? null)
    const isIts = caller.kind === 'service' && reachesApp(caller, id)
    const roles = found && (isIts ? EDITOR : isOfAtrium(caller) && rolesIn(caller, found))
    if (!roles) return null
    recordSeen(caller, found.workspace_id)
    const { workspace_name, workspace_plan, member_role, collaborator_role, ...app } = found
    const workspace = { id: app.workspace_id, name: workspace_name, plan: workspace_plan, role: roles.member }
    return { ...app, user_role: roles.app, workspace }
  }

  const findVisited = async (caller: Caller, id: string): Promise<VisitedApp | null> => {
    const found = await store.findVisited(id, caller.user?.id ?? null)
    if (!found || !reachesApp(caller, id)) return null
    const { own_email, is_let_in, is_named, is_invited, app_user_role, app_user_data, rate_limits, ...rest } =
      found
    const { workspace_name, workspace_plan, member_role, collaborator_role, ...app } = rest
    const isOwn = caller.kind === 'app_session' && own_email !== null
    const roles = isOwn ? null : rolesIn(caller, rest)
    const mayEnter = isOwn
      ? is_let_in
      : roles || (is_named && reaches(caller.workspace_id, rest.workspace_id))
    if (!mayEnter) return null
    const role = app_user_role ?? (roles?.app === 'editor' ? 'admin' : 'user')
    const user = caller.user && { ...caller.user, role, data: app_user_data ?? {} }
    const is_self_registered = isOwn && !is_invited
    return { ...app, user_role: roles?.app ?? 'visitor', user, is_self_registered }
  }

  const findAnyApp = async (id: string): Promise<OpenApp | null> => {
    const found = await store.findVisited(id, null)
    if (!found) return null
    const { own_email, is_let_in, is_named, is_invited, app_user_role, app_user_data, ...rest } = found
    const { workspace_name, workspace_plan, member_role, collaborator_role, ...app } = rest
    return app
  }

  const findOpen = async (id: string): Promise<OpenApp | null> => {
    const found = await findAnyApp(id)
    return found?.public_settings === 'public_without_login' ? found : null
  }

  const findAny = async (id: string): Promise<AppRow | null> => {
    const visit = { app_id: id, credential_id: '', user_id: null }
    return knownApps.of(visit, async () => (await store.findApp(id, null)) ?? null)
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

    async visit(caller, appId) {
      const visit = { app_id: appId, credential_id: caller.credential_id, user_id: caller.user?.id ?? null }
      const { open_app, service_app } = caller
      if (service_app?.id === appId)
        return { ...visibleOf(service_app), user_role: 'editor', user: null, is_self_registered: false }
      const app = open_app
        ? openTo(open_app, appId)
        : await visitedApps.of(visit, () => findVisited(caller, appId))
      if (!app) throw refuse('app_not_found')
      if (app.user_role !== 'visitor') recordSeen(caller, app.workspace_id)
      return app
    },

    async authorizeAnonymous(visitor, appId) {
      const visit = { app_id: appId, credential_id: '', user_id: null }
      const app = mayBeId(appId) ? await openApps.of(visit, () => findOpen(appId)) : null
      if (!app) throw refuse('missing_credentials')
      return openCaller(visitor, app)
    },

    async service(visitor, appId, functionName) {
      const app = await findAnyApp(appId)
      if (!app) throw refuse('app_not_found')
      return serviceCaller(visitor, app, functionName)
    },

    async anyApp(appId) {
      const app = await findAny(appId)
      if (!app) throw refuse('app_not_found')
      return app
    },

    async workspaceIdOf(appId) {
      return (await findAny(appId))?.workspace_id ?? null
    },

    invalidate(id) {
      for (const known of [visitedApps, openApps, knownApps])
        id === undefined ? known.invalidateAll() : known.invalidate(id)
    },

    async agent(caller, agentId, need) {
      const app = await findApp(caller, agentId)
      if (!app) throw refuse('agent_not_found')
      requireAppRole(app, need)
      if (app.kind !== 'agent') throw refuse('not_an_agent')
      return app
    },

    async apps(caller, workspace, ids) {
      if (!isOfAtrium(caller)) throw refuse('app_not_found')
      const wanted = [...new Set(ids)]
      const seen = await store.visibleAppIds(wanted, workspace, caller.user?.id ?? null)
      if (seen.length !== wanted.length || !wanted.every((id) => reachesApp(caller, id))) {
        throw refuse('app_not_found')
      }
      return wanted
    },
  }
}

const MAY_BE_ID = /^[^\0]{1,128}$/

/** For addresses that nobody has looked at yet: what can be no id must not reach the database. */
export function mayBeId(text: string): boolean {
  return MAY_BE_ID.test(text)
}

/** Whether a credential limited to some apps may touch this one. */
export function reachesApp({ app_ids }: Caller, appId: string): boolean {
  return app_ids === null || app_ids.includes(appId)
}

/** Who is signed in to one app only, or not at all, has no part in what apps are made of. */
function isOfAtrium({ kind }: Caller): boolean {
  return kind !== 'app_session' && kind !== 'none' && kind !== 'service'
}

/** What the people of the app's workspace may do with it; null for all others. */
function rolesIn(caller: Caller, app: AppWithRoles): { member: WorkspaceRole; app: AppRole } | null {
  if (!reaches(caller.workspace_id, app.workspace_id) || !reachesApp(caller, app.id)) return null
  const member = caller.kind === 'workspace_key' ? 'admin' : app.member_role
  const role = member && appRole(member, app.collaborator_role)
  return member && role ? { member, app: role } : null
}

/** What an app may do with what is its own. */
const EDITOR = { member: 'editor', app: 'editor' } as const

function openTo(app: OpenApp, id: string): VisitedApp | null {
  return app.id === id
    ? { ...visibleOf(app), user_role: 'visitor', user: null, is_self_registered: false }
    : null
}

function visibleOf({ rate_limits, ...app }: OpenApp): AppRow {
  return app
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
