import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { factorStore } from './factor-store.ts'
import { recordChange } from './record-change.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { recentlySignedIn } from './signed-in.ts'

export async function generateRecoveryCodes(deps: TenancyDeps, caller: Caller) {
  const user = await recentlySignedIn(deps, caller)
  const recovery_codes = await transaction(deps.db, async (tx) => {
    const store = factorStore(tx)
    await store.lock(user.id)
    const { sealed_secret, passkeys } = await store.find(user.id)
    if (sealed_secret === null && passkeys === 0) throw refuse('no_second_factor')
    await recordChange(deps, tx, caller, user, {
      action: 'account.generate_recovery_codes',
      mailed: 'new recovery codes were made',
    })
    return replaceRecoveryCodes(tx, user.id)
  })
  return { recovery_codes }
}
