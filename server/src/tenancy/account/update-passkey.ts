import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { passkeyStore } from './passkey-store.ts'
import { presentPasskey } from './present-passkey.ts'
import { recordChange } from './record-change.ts'
import { signedIn } from './signed-in.ts'

export async function updatePasskey(
  deps: TenancyDeps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.account.update_passkey>,
) {
  const user = signedIn(caller)
  const row = await transaction(deps.db, async (tx) => {
    const renamed = await passkeyStore(tx).rename(user.id, params.passkey_id, body.name)
    if (!renamed) throw refuse('passkey_not_found')
    const detail = { name: body.name }
    await recordChange(deps, tx, caller, user, { action: 'account.update_passkey', detail })
    return renamed
  })
  return presentPasskey(row)
}
