import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { presentSession } from './present-session.ts'
import { sessionStore } from './session-store.ts'

/** Launch keys belong to the person: the same key of somebody else is another session. */
export async function readSessionByLaunchKey(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.coding.by_launch_key>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const session = await sessionStore(db).findByKey(app.id, userOf(caller).id, params.launch_key)
  if (!session) throw refuse('coding_session_not_found')
  return presentSession(session)
}
