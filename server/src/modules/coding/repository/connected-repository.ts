import { refuse } from '../../../platform/errors.ts'
import type { ForgeRepository, GitForge } from '../../../ports/git-forge/port.ts'
import type { Deps } from '../deps.ts'
import type { RepositoryRow } from '../tables.ts'
import { repositoryStore, type StoredRepository } from './repository-store.ts'
import { openToken } from './sealed-token.ts'

/** A repository of an app, and the forge that has it. */
export interface Connected {
  row: StoredRepository
  forge: GitForge
  repository: ForgeRepository
}

/** What the app is connected to, or a refusal. Who may know of it was checked before. */
export async function requireConnected(
  deps: Pick<Deps, 'db' | 'forges' | 'secrets'>,
  app: { id: string; workspace_id: string },
): Promise<Connected> {
  const row = await repositoryStore(deps.db).find(app.id)
  if (!row) throw refuse('repository_not_connected')
  return { row, ...forgeOf(deps, app.workspace_id, row) }
}

/** The forge of a stored connection, and what it needs to know of the repository. */
export function forgeOf(
  { forges, secrets }: Pick<Deps, 'forges' | 'secrets'>,
  workspaceId: string,
  {
    app_id,
    provider,
    full_name,
    base_url,
    access_token,
  }: Pick<RepositoryRow, 'app_id' | 'provider' | 'full_name' | 'base_url' | 'access_token'>,
): { forge: GitForge; repository: ForgeRepository } {
  return {
    forge: forges[provider],
    repository: {
      workspace_id: workspaceId,
      full_name,
      base_url,
      access_token: access_token === null ? null : openToken(secrets, app_id, access_token),
    },
  }
}
