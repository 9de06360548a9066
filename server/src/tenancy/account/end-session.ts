import type { InputOf, operations } from '@atrium/contract'
import { notify } from '../../platform/database/listen.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { accountStore } from './account-store.ts'
import { recordChange } from './record-change.ts'
import { signedIn } from './signed-in.ts'

export async function endSession(
  deps: TenancyDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.account.end_session>,
) {
  const { db, authenticator } = deps
  const user = signedIn(caller)
  const { session_id } = params
  await transaction(db, async (tx) => {
    if (!(await accountStore(tx).deleteSession(user.id, session_id))) throw refuse('session_not_found')
    await notify(tx, CREDENTIALS_CHANNEL, session_id)
    await recordChange(deps, tx, caller, user, { action: 'account.end_session', detail: { session_id } })
  })
  authenticator.invalidate()
  return { success: true as const }
}
