import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { requireConnected } from '../repository/connected-repository.ts'
import { withForge } from '../repository/forge-refusals.ts'
import { presentPullRequestDetail } from './present-pull-request.ts'

export async function readPullRequest(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.pull_requests.read>,
): Promise<Sendable<AnswerOf<typeof operations.pull_requests.read>>> {
  const app = await deps.access.app(caller, params.app_id, 'viewer')
  const { row, forge, repository } = await requireConnected(deps, app)
  const pull = await withForge(() => forge.readPullRequest(repository, params.number))
  return presentPullRequestDetail(deps, row, pull)
}
