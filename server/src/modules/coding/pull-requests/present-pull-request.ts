import type { PullRequest, PullRequestComment, PullRequestDetail } from '@atrium/contract/pull-requests'
import type { Sendable } from '../../../platform/module.ts'
import type { ForgeComment, ForgePullRequest } from '../../../ports/git-forge/port.ts'
import type { Deps } from '../deps.ts'
import { codeAddress } from '../repository/present-repository.ts'
import type { RepositoryRow } from '../tables.ts'

type Of = Pick<RepositoryRow, 'app_id' | 'provider'>

export function presentPullRequest(
  deps: Pick<Deps, 'baseUrl'>,
  { app_id, provider }: Of,
  pull: ForgePullRequest,
): Omit<PullRequest, 'created_at'> & { created_at: Date } {
  const { number, title, state, base_branch, head_branch, head_sha, commits, changed_files } = pull
  const { additions, deletions, created_at } = pull
  return {
    number,
    // Those of this server are looked at in the console, below the app.
    url: provider === 'local' ? `${codeAddress(deps, app_id)}/pull-requests/${number}` : pull.url,
    ...{ title, state, base_branch, head_branch, head_sha, commits, changed_files, additions, deletions },
    ...{ created_at, provider },
  }
}

export function presentPullRequestDetail(
  deps: Pick<Deps, 'baseUrl'>,
  of: Of,
  pull: ForgePullRequest,
): Sendable<PullRequestDetail> {
  const { body, author, mergeable, merged_at } = pull
  return { ...presentPullRequest(deps, of, pull), body, author, mergeable, merged_at }
}

export function presentComment({ id, author, body, created_at }: ForgeComment): Sendable<PullRequestComment> {
  return { id, author, body, created_date: created_at }
}
