import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Visitor } from '../../../platform/http/visitor.ts'
import { hashPassword } from '../../../platform/passwords/passwords.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { requireUncommon } from '../../new-password.ts'
import { endAppSessions } from '../../session/app-sessions.ts'
import { accountStore } from '../account-store.ts'
import { proofStore } from './proof-store.ts'
import { linkProof } from './proofs.ts'

export async function resetPassword(
  { db, clock, audit, authenticator }: TenancyDeps,
  visitor: Visitor,
  { params, body }: InputOf<typeof operations.app_auth.reset_password>,
) {
  requireUncommon(body.new_password, 'new_password')
  const { app_id } = params
  const proof = linkProof(body.reset_token)
  const found = await proofStore(db).findLink(app_id, proof, clock.now())
  if (found?.purpose !== 'reset') throw refuse('invalid_reset_token')
  const { user_id, email, workspace_id } = found
  const passwordHash = await hashPassword(body.new_password)
  await transaction(db, async (tx) => {
    const isMine = await proofStore(tx).use({ app_id, user_id, purpose: 'reset' }, proof)
    if (!isMine) throw refuse('invalid_reset_token')
    const now = clock.now()
    await accountStore(tx).setPassword(app_id, user_id, passwordHash, now)
    await accountStore(tx).verify(app_id, user_id, now)
    await proofStore(tx).dropAll(app_id, user_id) // a code from before would be of no use any more
    const sessions_ended = await endAppSessions(tx, { app_id, user_id })
    const actor = { ...visitor, user: { id: user_id, email } }
    const target = { target_type: 'app_user', target_id: user_id, app_id }
    const action = 'app_auth.reset_password'
    await audit.record(tx, actor, { workspace_id, action, ...target, detail: { email, sessions_ended } })
  })
  authenticator.invalidate()
  return { success: true as const }
}
