import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessSession } from './access-session.ts'
import { messageStore } from './message-store.ts'
import { presentSessionMessage } from './present-session-message.ts'

export async function readSessionMessage(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.coding.read_message>,
) {
  const { session } = await accessSession(deps, caller, params, 'viewer')
  const message = await messageStore(deps.db).find(session.id, params.input_id)
  if (!message) throw refuse('session_message_not_found')
  return presentSessionMessage(message)
}
