import type { InputOf, operations, PassedAnswer } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { invokeFunction } from './invoke-function.ts'

/** The same for clients that do not name the app: it is the one that their token is of. */
export async function callFunction(
  deps: Deps,
  caller: Caller,
  { params, ...input }: InputOf<typeof operations.functions.call>,
): Promise<PassedAnswer> {
  const [app_id, second] = caller.app_ids ?? []
  if (app_id === undefined || second !== undefined) throw refuse('app_not_named')
  return invokeFunction(deps, caller, { ...input, params: { app_id, name: params.name } })
}
