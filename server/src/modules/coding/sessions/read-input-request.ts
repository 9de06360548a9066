import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'

export async function readInputRequest(
  _deps: Deps,
  _caller: Caller,
  _input: InputOf<typeof operations.coding.input_request>,
): Promise<Sendable<AnswerOf<typeof operations.coding.input_request>>> {
  throw new Error('not built')
}
