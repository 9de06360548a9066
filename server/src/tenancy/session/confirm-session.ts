import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { verifyPassword } from '../../platform/passwords/passwords.ts'
import type { Caller } from '../access/caller.ts'
import { accountStore } from '../account/account-store.ts'
import { RECENT_MS, signedIn } from '../account/signed-in.ts'
import { verifyPasskey } from '../account/verify-passkey.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { countTries } from '../count-tries.ts'

export async function confirmSession(
  deps: TenancyDeps,
  caller: Caller,
  { body }: InputOf<typeof operations.session.confirm>,
) {
  const { db, clock, failedSignIns } = deps
  const user = signedIn(caller)
  if (body.password === undefined && !body.passkey)
    throw invalid(['body', 'password'], 'missing', 'Field required')
  const passkey = body.passkey
    ? await verifyPasskey(deps, caller, body.passkey, { alone: true, userId: user.id })
    : null
  if (!passkey) {
    // The tries of a sign-in: a stolen session must not be a way to guess the password.
    await countTries(deps, 'session.create', caller, user.email)
    const { password_hash } = await accountStore(db).get(user.id)
    if (!(await verifyPassword(body.password ?? '', password_hash))) {
      failedSignIns.ofMember(caller, user, 'wrong_password')
      throw refuse('wrong_password')
    }
  }
  const now = clock.now()
  await transaction(db, async (tx) => {
    await passkey?.use(tx)
    const method = passkey ? 'passkey' : 'password'
    await accountStore(tx).confirm(caller.credential_id, method, caller.address, now)
  })
  return { confirmed_until: new Date(now.getTime() + RECENT_MS) }
}
