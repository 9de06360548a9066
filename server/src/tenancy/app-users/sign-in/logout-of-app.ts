import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { reachesApp } from '../../access/access.ts'
import type { Caller } from '../../access/caller.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { endAppSession } from '../../session/app-sessions.ts'

/** Also for somebody whom the app does not let in any more. */
export async function logoutOfApp(
  { db, access, audit, authenticator }: TenancyDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.app_auth.logout>,
) {
  if (caller.kind !== 'app_session') {
    await access.visit(caller, params.app_id)
    throw refuse('not_a_session')
  }
  if (!reachesApp(caller, params.app_id)) throw refuse('app_not_found')
  const { credential_id, default_workspace_id: workspace_id } = caller
  await transaction(db, async (tx) => {
    await endAppSession(tx, credential_id)
    if (workspace_id === null) return // the app is gone, and its workspace with it
    await audit.record(tx, caller, {
      workspace_id,
      action: 'app_auth.logout',
      target_type: 'session',
      target_id: credential_id,
      app_id: params.app_id,
    })
  })
  authenticator.invalidate()
  return { success: true as const }
}
