import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'

export async function cancelSession(
  _deps: Deps,
  _caller: Caller,
  _input: InputOf<typeof operations.coding.cancel>,
): Promise<Sendable<AnswerOf<typeof operations.coding.cancel>>> {
  throw new Error('not built')
}
