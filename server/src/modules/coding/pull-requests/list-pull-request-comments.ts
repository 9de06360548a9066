import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { requireConnected } from '../repository/connected-repository.ts'
import { withForge } from '../repository/forge-refusals.ts'
import { pageOfForge } from './page-of-forge.ts'
import { presentComment } from './present-pull-request.ts'

export async function listPullRequestComments(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.pull_requests.list_comments>,
): Promise<Sendable<AnswerOf<typeof operations.pull_requests.list_comments>>> {
  const app = await deps.access.app(caller, params.app_id, 'viewer')
  const { row, forge, repository } = await requireConnected(deps, app)
  return pageOfForge(
    deps.cursors,
    `pull_requests.list_comments ${app.id} ${row.provider} ${row.full_name} ${params.number}`,
    query,
    (wish) => withForge(() => forge.listComments(repository, params.number, wish)),
    presentComment,
  )
}
