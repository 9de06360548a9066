import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { factorStore } from './factor-store.ts'
import { recordChange } from './record-change.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { openTotpSecret } from './sealed-secret.ts'
import { recentlySignedIn } from './signed-in.ts'
import { findTotpStep } from './totp.ts'

const PENDING_MS = 60 * 60_000

export async function confirmTotp(
  deps: TenancyDeps,
  caller: Caller,
  { body }: InputOf<typeof operations.account.confirm_totp>,
) {
  const { db, clock, secrets } = deps
  const user = await recentlySignedIn(deps, caller)
  const now = clock.now()
  const sealed = await factorStore(db).findPending(user.id, new Date(now.getTime() - PENDING_MS))
  if (sealed === undefined) throw refuse('totp_not_started')
  const step = findTotpStep(openTotpSecret(secrets, user.id, sealed), body.code.replaceAll(/\s/g, ''), now)
  if (step === null) throw refuse('wrong_totp_code')
  const recovery_codes = await transaction(db, async (tx) => {
    const store = factorStore(tx)
    await store.lock(user.id)
    if (!(await store.confirm(user.id, sealed, now, step))) throw refuse('totp_not_started')
    const { recovery_codes: left } = await store.find(user.id)
    await recordChange(deps, tx, caller, user, {
      action: 'account.confirm_totp',
      mailed: 'an authenticator app was set up',
    })
    return left === 0 ? replaceRecoveryCodes(tx, user.id) : null
  })
  return { recovery_codes }
}
