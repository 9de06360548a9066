import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { requireConnected } from '../repository/connected-repository.ts'
import { withForge } from '../repository/forge-refusals.ts'
import { presentPullRequestDetail } from './present-pull-request.ts'
import { settlePullRequest } from './settle-pull-request.ts'

export async function mergePullRequest(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.pull_requests.merge>,
): Promise<Sendable<AnswerOf<typeof operations.pull_requests.merge>>> {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const connected = await requireConnected(deps, app)
  const { row, forge, repository } = connected
  const { full_name: name, email } = userOf(caller)
  const { method = 'merge', head_sha = null } = body
  const merge = { method, head_sha, author: { name, email } }
  const pull = await withForge(() => forge.mergePullRequest(repository, params.number, merge))
  await settlePullRequest(deps, { app, caller, action: 'pull_requests.merge' }, connected, pull)
  return presentPullRequestDetail(deps, row, pull)
}
