import { ApiError, refuse } from '../../../platform/errors.ts'
import type { LocalRepository } from '../../../ports/git-forge/port.ts'
import { type Caller, canEditWorkspace } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { connectedAppsStore } from './connected-apps-store.ts'
import type { GitAddress } from './git-address.ts'

/** The repository, for those who may read it or push to it. One that the caller does not reach reads as missing. */
export async function accessGit(
  deps: Deps,
  caller: Caller,
  { workspace_id, full_name, service }: GitAddress,
): Promise<LocalRepository> {
  const workspace = await deps.access.findWorkspace(caller, workspace_id)
  const found = workspace && (await deps.localRepositories.find(workspace.id, full_name))
  if (!found) throw refuse('repository_not_found')
  const isWhole = caller.app_ids === null
  const role =
    isWhole && canEditWorkspace(workspace.role)
      ? 'editor'
      : ((await roleByApps(deps, caller, workspace.id, full_name)) ??
        (isWhole && workspace.role !== 'guest' ? 'viewer' : null))
  if (role === null) throw refuse('repository_not_found')
  if (service === 'receive-pack') {
    if (role !== 'editor') throw refuse('editor_required')
    if (caller.permission === 'read_only') throw refuse('read_only_credential_route_not_allowed')
  }
  return found
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
