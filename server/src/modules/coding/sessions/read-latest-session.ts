import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { presentSession } from './present-session.ts'
import { sessionStore } from './session-store.ts'

export async function readLatestSession(
  { db, access }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.coding.latest>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const session = await sessionStore(db).findLatest(app.id, userOf(caller).id, query.client_reference)
  if (!session) throw refuse('coding_session_not_found')
  return presentSession(session)
}
