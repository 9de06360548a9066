import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { requireConnected } from '../repository/connected-repository.ts'
import { withForge } from '../repository/forge-refusals.ts'
import { pageOfForge } from './page-of-forge.ts'
import { presentPullRequest } from './present-pull-request.ts'

export async function listPullRequests(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.pull_requests.list>,
): Promise<Sendable<AnswerOf<typeof operations.pull_requests.list>>> {
  const app = await deps.access.app(caller, params.app_id, 'viewer')
  const { row, forge, repository } = await requireConnected(deps, app)
  const { state = 'open' } = query
  return pageOfForge(
    deps.cursors,
    `pull_requests.list ${app.id} ${row.provider} ${row.full_name} ${state}`,
    query,
    (wish) => withForge(() => forge.listPullRequests(repository, { ...wish, state })),
    (pull) => presentPullRequest(deps, row, pull),
  )
}
