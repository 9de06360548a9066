import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { endAppSessions } from '../session/app-sessions.ts'
import { appUserStore } from './store.ts'

export async function removeAppUser(
  { db, access, audit, authenticator }: TenancyDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.app_users.remove>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const { user_id } = params
  await transaction(db, async (tx) => {
    const before = await appUserStore(tx).find(app.id, user_id)
    await endAppSessions(tx, { app_id: app.id, user_id })
    const removed = await appUserStore(tx).delete(app.id, user_id)
    if (!before || !removed) throw refuse('app_user_not_found')
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'app_users.remove',
      target_type: 'app_user',
      target_id: user_id,
      app_id: app.id,
      detail: { email: before.email },
    })
  })
  authenticator.invalidate()
  return { success: true as const }
}
