import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessSession } from './access-session.ts'
import { presentSession } from './present-session.ts'

export async function readCodingSession(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.coding.read>,
) {
  const { session } = await accessSession(deps, caller, params, 'viewer')
  return presentSession(session)
}
