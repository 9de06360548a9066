import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { requireConnected } from '../repository/connected-repository.ts'
import { withForge } from '../repository/forge-refusals.ts'
import { presentPullRequestDetail } from './present-pull-request.ts'
import { settlePullRequest } from './settle-pull-request.ts'

export async function closePullRequest(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.pull_requests.close>,
): Promise<Sendable<AnswerOf<typeof operations.pull_requests.close>>> {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const connected = await requireConnected(deps, app)
  const { row, forge, repository } = connected
  const pull = await withForge(() => forge.closePullRequest(repository, params.number))
  await settlePullRequest(deps, { app, caller, action: 'pull_requests.close' }, connected, pull)
  return presentPullRequestDetail(deps, row, pull)
}
