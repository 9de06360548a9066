import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { factorStore } from './factor-store.ts'
import { recordChange } from './record-change.ts'
import { recentlySignedIn } from './signed-in.ts'

export async function removeTotp(deps: TenancyDeps, caller: Caller) {
  const user = await recentlySignedIn(deps, caller)
  await transaction(deps.db, async (tx) => {
    const store = factorStore(tx)
    await store.lock(user.id)
    if (!(await store.removeTotp(user.id))) throw refuse('totp_not_found')
    if ((await store.find(user.id)).passkeys === 0) await store.dropCodes(user.id)
    await recordChange(deps, tx, caller, user, {
      action: 'account.remove_totp',
      mailed: 'the authenticator app was removed',
    })
  })
  return { success: true as const }
}
