import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'

export async function pullSource(
  _deps: Deps,
  _caller: Caller,
  _input: InputOf<typeof operations.repository.pull_source>,
): Promise<Sendable<AnswerOf<typeof operations.repository.pull_source>>> {
  throw new Error('not built')
}
