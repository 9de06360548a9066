import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { factorStore } from './factor-store.ts'
import { passkeyStore } from './passkey-store.ts'
import { recordChange } from './record-change.ts'
import { recentlySignedIn } from './signed-in.ts'

export async function removePasskey(
  deps: TenancyDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.account.remove_passkey>,
) {
  const user = await recentlySignedIn(deps, caller)
  await transaction(deps.db, async (tx) => {
    const factors = factorStore(tx)
    await factors.lock(user.id)
    const removed = await passkeyStore(tx).remove(user.id, params.passkey_id)
    if (!removed) throw refuse('passkey_not_found')
    const { sealed_secret, passkeys } = await factors.find(user.id)
    if (sealed_secret === null && passkeys === 0) await factors.dropCodes(user.id)
    await recordChange(deps, tx, caller, user, {
      action: 'account.remove_passkey',
      detail: { name: removed.name },
      mailed: 'a passkey was removed',
    })
  })
  return { success: true as const }
}
