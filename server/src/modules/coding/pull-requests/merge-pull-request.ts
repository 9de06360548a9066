import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'

export async function mergePullRequest(
  _deps: Deps,
  _caller: Caller,
  _input: InputOf<typeof operations.pull_requests.merge>,
): Promise<Sendable<AnswerOf<typeof operations.pull_requests.merge>>> {
  throw new Error('not built')
}
