import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'

export async function listPullRequestComments(
  _deps: Deps,
  _caller: Caller,
  _input: InputOf<typeof operations.pull_requests.list_comments>,
): Promise<Sendable<AnswerOf<typeof operations.pull_requests.list_comments>>> {
  throw new Error('not built')
}
