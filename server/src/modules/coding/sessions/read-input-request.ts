import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessSession } from './access-session.ts'
import { sessionStore } from './session-store.ts'

export async function readInputRequest(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.coding.input_request>,
) {
  const { session } = await accessSession(deps, caller, params, 'viewer')
  const open = session.input_request_id
  const found = open === null ? undefined : await sessionStore(deps.db).findInputRequest(session.id, open)
  if (!found) return { input_request: null }
  const { id, kind, prompt, questions, created_at, expires_at } = found
  const options = questions[0]?.options ?? null
  return { input_request: { id, kind, prompt, options, questions, created_at, expires_at } }
}
