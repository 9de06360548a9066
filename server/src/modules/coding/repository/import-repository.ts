import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'

export async function importRepository(
  _deps: Deps,
  _caller: Caller,
  _input: InputOf<typeof operations.repository.import>,
): Promise<Sendable<AnswerOf<typeof operations.repository.import>>> {
  throw new Error('not built')
}
