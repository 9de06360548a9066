import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'

export async function serveGit(
  _deps: Deps,
  _caller: Caller,
  _input: InputOf<typeof operations.git.serve>,
): Promise<Sendable<AnswerOf<typeof operations.git.serve>>> {
  throw new Error('not built')
}
