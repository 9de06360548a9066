import { refuse } from '../../../platform/errors.ts'
import type { LocalRepository } from '../../../ports/git-forge/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { findRepositoryRole } from '../repository/find-repository-role.ts'
import type { GitAddress } from './git-address.ts'

/** The repository, for those who may read it or push to it. One that the caller does not reach reads as missing. */
export async function accessGit(
  deps: Deps,
  caller: Caller,
  { workspace_id, full_name, service }: GitAddress,
): Promise<LocalRepository> {
  const role = await findRepositoryRole(deps, caller, workspace_id, full_name)
  const found = role && (await deps.localRepositories.find(workspace_id, full_name))
  if (!found) throw refuse('repository_not_found')
  if (service === 'receive-pack') {
    if (role !== 'editor') throw refuse('editor_required')
    if (caller.permission === 'read_only') throw refuse('read_only_credential_route_not_allowed')
  }
  return found
}
