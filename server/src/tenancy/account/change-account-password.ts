import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { hashPassword, verifyPassword } from '../../platform/passwords/passwords.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { countTries } from '../count-tries.ts'
import { requireUncommon } from '../new-password.ts'
import { accountStore } from './account-store.ts'
import { endAllSessions } from './end-all-sessions.ts'
import { recordChange } from './record-change.ts'
import { signedIn } from './signed-in.ts'

export async function changeAccountPassword(
  deps: TenancyDeps,
  caller: Caller,
  { body }: InputOf<typeof operations.account.change_password>,
) {
  const { db, authenticator, failedSignIns } = deps
  const user = signedIn(caller)
  requireUncommon(body.new_password, 'new_password')
  await countTries(deps, 'session.create', caller, user.email)
  const { password_hash } = await accountStore(db).get(user.id)
  if (!(await verifyPassword(body.current_password, password_hash))) {
    failedSignIns.ofMember(caller, user, 'wrong_password')
    throw refuse('wrong_password')
  }
  const passwordHash = await hashPassword(body.new_password)
  const sessions_ended = await transaction(db, async (tx) => {
    await accountStore(tx).setPassword(user.id, passwordHash)
    const ended = await endAllSessions(tx, user.id, caller.credential_id)
    await recordChange(deps, tx, caller, user, {
      action: 'account.change_password',
      detail: { sessions_ended: ended },
      mailed: 'your password was changed',
    })
    return ended
  })
  authenticator.invalidate()
  return { sessions_ended }
}
