import { ApiError } from '../../../platform/errors.ts'
import { type Caller, canEditWorkspace } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { connectedAppsStore } from './connected-apps-store.ts'

/** What the caller may do with a local repository of a workspace; null when it reads as missing. */
export async function findRepositoryRole(
  deps: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  workspaceId: string,
  fullName: string,
): Promise<'editor' | 'viewer' | null> {
  const workspace = await deps.access.findWorkspace(caller, workspaceId)
  if (!workspace) return null
  const isWhole = caller.app_ids === null
  if (isWhole && canEditWorkspace(workspace.role)) return 'editor'
  const byApps = await roleByApps(deps, caller, workspace.id, fullName)
  return byApps ?? (isWhole && workspace.role !== 'guest' ? 'viewer' : null)
}

/** Whom an app lets in may work with the repository that it is connected to: the highest role counts. G525 */
async function roleByApps(
  { db, access }: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  workspaceId: string,
  fullName: string,
): Promise<'editor' | 'viewer' | null> {
  let role: 'viewer' | null = null
  for (const appId of await connectedAppsStore(db).list(workspaceId, fullName)) {
    try {
      const app = await access.app(caller, appId, 'viewer')
      if (app.user_role === 'editor') return 'editor'
      role = 'viewer'
    } catch (refusal) {
      if (!(refusal instanceof ApiError && refusal.code === 'app_not_found')) throw refusal
    }
  }
  return role
}
