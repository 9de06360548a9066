import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { hashPassword, verifyPassword } from '../../../platform/passwords/passwords.ts'
import { type Caller, userOf } from '../../access/caller.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { requireUncommon } from '../../new-password.ts'
import { endAppSessions } from '../../session/app-sessions.ts'
import { accountStore } from '../account-store.ts'
import { proofStore } from './proof-store.ts'

export async function changePassword(
  { db, clock, access, audit, authenticator }: TenancyDeps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.app_auth.change_password>,
) {
  requireUncommon(body.new_password, 'new_password')
  const app = await access.visit(caller, params.app_id)
  const { id: user_id } = userOf(caller)
  if (app.user_role !== 'visitor') throw refuse('password_elsewhere')
  if (body.user_id !== user_id) throw refuse('app_user_not_found')
  const known = await accountStore(db).passwordOf(app.id, user_id)
  if (!(await verifyPassword(body.current_password, known?.password_hash ?? null)))
    throw refuse('wrong_password')
  const passwordHash = await hashPassword(body.new_password)
  await transaction(db, async (tx) => {
    await accountStore(tx).setPassword(app.id, user_id, passwordHash, clock.now())
    await proofStore(tx).dropAll(app.id, user_id)
    const sessions_ended = await endAppSessions(tx, { app_id: app.id, user_id }, caller.credential_id)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'app_auth.change_password',
      target_type: 'app_user',
      target_id: user_id,
      app_id: app.id,
      detail: { sessions_ended },
    })
  })
  authenticator.invalidate()
  return { success: true as const }
}
