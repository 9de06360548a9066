import type { InputOf, operations } from '@atrium/contract'
import { notify } from '../../platform/database/listen.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { accountStore } from './account-store.ts'
import { presentAccount } from './present-account.ts'
import { recordChange } from './record-change.ts'
import { signedIn } from './signed-in.ts'

export async function updateAccount(
  deps: TenancyDeps,
  caller: Caller,
  { body }: InputOf<typeof operations.account.update>,
) {
  const { db, authenticator } = deps
  const user = signedIn(caller)
  const full_name = body.full_name.trim()
  await transaction(db, async (tx) => {
    await accountStore(tx).setName(user.id, full_name)
    await notify(tx, CREDENTIALS_CHANNEL, user.id)
    await recordChange(deps, tx, caller, user, { action: 'account.update', detail: { full_name } })
  })
  authenticator.invalidate()
  return presentAccount(db, user.id)
}
