import { transaction } from '../../../platform/database/transaction.ts'
import { invalid, refuse } from '../../../platform/errors.ts'
import { ForgeFailed, type LocalRepository, type NewLocalRepository } from '../../../ports/git-forge/port.ts'
import type { Deps } from '../deps.ts'
import { requireBaseBranch } from './base-branch.ts'
import { findRepositoryRole } from './find-repository-role.ts'
import { withForge } from './forge-refusals.ts'
import { type Connection, storeConnection } from './store-connection.ts'

type By = Parameters<typeof storeConnection>[2]

const USUAL_BRANCH = 'main'

/** Connects the app to a repository of its workspace, which is made when there is none of that name. */
export async function connectLocal(
  deps: Deps,
  by: By,
  wanted: { full_name: string; base_branch?: string | undefined },
): Promise<void> {
  const { workspace_id } = by.app
  const { full_name, base_branch } = wanted
  for (;;) {
    const found = await deps.localRepositories.find(workspace_id, full_name)
    if (found) return connectFound(deps, by, found, base_branch)
    const default_branch = base_branch ?? USUAL_BRANCH
    const made = await createLocal(deps, {
      ...{ workspace_id, full_name, default_branch },
      alsoStore: (tx) => storeConnection(deps, tx, by, localConnection(deps, by, full_name, default_branch)),
    })
    // Somebody else was faster: then it is there.
    if (made !== 'exists') return
  }
}

async function connectFound(
  deps: Deps,
  by: By,
  { full_name, default_branch }: LocalRepository,
  named: string | undefined,
): Promise<void> {
  const { workspace_id } = by.app
  // A connection lets everybody who edits the app push there, so it must not be wider than the caller (G556).
  const role = await findRepositoryRole(deps, by.caller, workspace_id, full_name)
  if (role === null) throw refuse('repository_not_found')
  if (role !== 'editor') throw refuse('editor_required')
  const repository = { workspace_id, full_name, base_url: null, access_token: null }
  const base = await requireBaseBranch(deps, { forge: deps.forges.local, repository }, named, default_branch)
  const connection = localConnection(deps, by, full_name, base)
  await transaction(deps.db, (tx) => storeConnection(deps, tx, by, connection))
}

/** Refuses a name that no repository may have, and one more than a workspace may have. */
export async function createLocal(
  { localRepositories }: Pick<Deps, 'localRepositories'>,
  repository: NewLocalRepository,
): Promise<LocalRepository | 'exists'> {
  const made = await withForge(async () => {
    try {
      return await localRepositories.create(repository)
    } catch (cause) {
      if (cause instanceof ForgeFailed && cause.fault === 'refused')
        throw invalid(['body', 'full_name'], 'repository_name', cause.message)
      throw cause
    }
  })
  if (made === 'full') throw refuse('repository_limit_reached')
  return made
}

export function localConnection(
  { localRepositories }: Pick<Deps, 'localRepositories'>,
  { app }: By,
  full_name: string,
  base_branch: string,
): Connection {
  const clone_url = localRepositories.cloneUrl(app.workspace_id, full_name)
  return {
    ...{ provider: 'local', full_name, base_branch, clone_url },
    ...{ base_url: null, web_url: null, access_token: null },
  }
}
