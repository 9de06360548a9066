import type { Repository } from '@atrium/contract/repositories'
import type { Sendable } from '../../../platform/module.ts'
import type { Deps } from '../deps.ts'
import type { StoredRepository } from './repository-store.ts'

type Addresses = Pick<Deps, 'localRepositories' | 'baseUrl'>

export function presentRepository(
  deps: Addresses,
  workspaceId: string,
  row: StoredRepository,
): Sendable<Repository> {
  const { provider, full_name, base_branch, base_url, connected_by, connected_date } = row
  const { synced_commit, synced_date } = row
  return {
    ...{ provider, full_name, base_branch, base_url },
    has_access_token: row.access_token !== null,
    // The address of this server may change, so that of its own repositories is not stored.
    ...(provider === 'local'
      ? {
          web_url: codeAddress(deps, row.app_id),
          clone_url: deps.localRepositories.cloneUrl(workspaceId, full_name),
        }
      : { web_url: row.web_url, clone_url: row.clone_url }),
    ...{ connected_by, connected_date, synced_commit, synced_date },
  }
}

/** Where the console shows the repository of an app. */
export function codeAddress({ baseUrl }: Pick<Deps, 'baseUrl'>, appId: string): string {
  return `${baseUrl()}/apps/${appId}/code`
}
