import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { requireConnected } from '../repository/connected-repository.ts'
import { DIFF_LIMITS } from '../repository/diff-limits.ts'
import { withForge } from '../repository/forge-refusals.ts'

export async function readPullRequestDiff(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.pull_requests.diff>,
): Promise<Sendable<AnswerOf<typeof operations.pull_requests.diff>>> {
  const app = await deps.access.app(caller, params.app_id, 'viewer')
  const { forge, repository } = await requireConnected(deps, app)
  return withForge(() => forge.readDiff(repository, params.number, DIFF_LIMITS))
}
