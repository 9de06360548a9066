import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'

export async function readRepository(
  _deps: Deps,
  _caller: Caller,
  _input: InputOf<typeof operations.repository.read>,
): Promise<Sendable<AnswerOf<typeof operations.repository.read>>> {
  throw new Error('not built')
}
