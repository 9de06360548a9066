import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Visitor } from '../../platform/http/visitor.ts'
import { hashPassword } from '../../platform/passwords/passwords.ts'
import { hashSecret } from '../../platform/secrets.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { requireUncommon } from '../new-password.ts'
import { accountStore } from './account-store.ts'
import { endAllSessions } from './end-all-sessions.ts'
import { recordChange } from './record-change.ts'
import { verificationStore } from './verification-store.ts'

/** The second factor of a verified account stays: a mailbox alone is not enough to sign in where there is one. */
export async function resetAccountPassword(
  deps: TenancyDeps,
  visitor: Visitor,
  { body }: InputOf<typeof operations.account.reset_password>,
) {
  const { db, clock, mail, authenticator } = deps
  requireUncommon(body.new_password, 'new_password')
  const hash = hashSecret(body.reset_token)
  const found = await accountStore(db).findReset(hash, clock.now())
  if (!found) throw refuse('invalid_reset_token')
  const user = { id: found.user_id, email: found.email }
  const passwordHash = await hashPassword(body.new_password)
  await transaction(db, async (tx) => {
    if (!(await accountStore(tx).useReset(hash, clock.now()))) throw refuse('invalid_reset_token')
    // A link in the outbox proves no mailbox.
    const was_taken_over = !mail.keeps && (await verificationStore(tx).takeOver(user.id))
    await accountStore(tx).setPassword(user.id, passwordHash)
    const sessions_ended = await endAllSessions(tx, user.id, null)
    await recordChange(deps, tx, { ...visitor, user }, user, {
      action: 'account.reset_password',
      detail: { sessions_ended, ...(was_taken_over && { was_taken_over }) },
      mailed: 'your password was reset with a mailed link',
    })
  })
  authenticator.invalidate()
  return { success: true as const }
}
