import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessFlow } from './access-flow.ts'
import { presentFlow } from './present-flow.ts'

export async function readFlow(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.flows.read>,
) {
  const { flow } = await accessFlow(deps, caller, params, 'viewer')
  return presentFlow(flow)
}
