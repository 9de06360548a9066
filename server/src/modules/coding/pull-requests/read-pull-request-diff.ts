import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { MAX_DIFF_FILES, MAX_PATCH_BYTES } from '@atrium/contract/pull-requests'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { requireConnected } from '../repository/connected-repository.ts'
import { withForge } from '../repository/forge-refusals.ts'

const LIMITS = { maxFiles: MAX_DIFF_FILES, maxPatchBytes: MAX_PATCH_BYTES }

export async function readPullRequestDiff(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.pull_requests.diff>,
): Promise<Sendable<AnswerOf<typeof operations.pull_requests.diff>>> {
  const app = await deps.access.app(caller, params.app_id, 'viewer')
  const { forge, repository } = await requireConnected(deps, app)
  return withForge(() => forge.readDiff(repository, params.number, LIMITS))
}
