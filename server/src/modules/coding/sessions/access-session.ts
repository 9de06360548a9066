import { refuse } from '../../../platform/errors.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { type LaunchedSession, sessionStore } from './session-store.ts'

/** A session of an app, or a refusal. */
export async function accessSession(
  { db, access }: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  { app_id, session_id }: { app_id: string; session_id: string },
  need: 'viewer' | 'editor',
): Promise<{ app: App; session: LaunchedSession }> {
  const app = await access.app(caller, app_id, need)
  const session = await sessionStore(db).find(app.id, session_id)
  if (!session) throw refuse('coding_session_not_found')
  return { app, session }
}
