import type { PasskeyAnswer } from '@atrium/contract/passkeys'
import type { Static } from 'typebox'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Visitor } from '../../platform/http/visitor.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { sendMail } from '../mail/send-mail.ts'
import type { SignIn } from '../session/start-session.ts'
import { changeMail } from './account-mail.ts'
import { factorStore } from './factor-store.ts'
import { passkeyStore } from './passkey-store.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { openTotpSecret } from './sealed-secret.ts'
import { findTotpStep } from './totp.ts'
import { requestPasskey, verifyPasskey } from './verify-passkey.ts'

/** An hour. With three codes right at a time, guessing takes years. */
const WRONG_CODES = 10
const HOUR_MS = 60 * 60_000

export interface GivenFactor {
  code?: string | undefined
  passkey?: Static<typeof PasskeyAnswer> | undefined
}

/** Which factor it was, null where none is needed. `use` must succeed in the transaction that begins the session. */
export interface UsedFactor {
  second_factor: NonNullable<SignIn['second_factor']> | null
  use(tx: Db): Promise<void>
}

/** Refuses somebody who has shown the right password, unless their second factor came along or they have none. */
export async function requireSecondFactor(
  deps: TenancyDeps,
  visitor: Visitor,
  user: { id: string; email: string },
  { code, passkey }: GivenFactor,
): Promise<UsedFactor> {
  const { db, failedSignIns } = deps
  const factors = await factorStore(db).find(user.id)
  if (factors.sealed_secret === null && factors.passkeys === 0)
    return { second_factor: null, use: async () => {} }
  if (passkey) {
    const { use } = await verifyPasskey(deps, visitor, passkey, { alone: false, userId: user.id })
    return { second_factor: 'passkey', use }
  }
  if (!code?.trim()) {
    const known = factors.passkeys > 0 ? await passkeyStore(db).list(user.id) : []
    const methods = [
      ...(factors.sealed_secret === null ? [] : ['totp']),
      ...(known.length === 0 ? [] : ['passkey']),
      ...(factors.recovery_codes === 0 ? [] : ['recovery_code']),
    ]
    const passkey_request = known.length === 0 ? null : await requestPasskey(deps, known)
    throw refuse('second_factor_required', { extra: { methods, passkey_request } })
  }
  const digits = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(digits)) return recoveryCode(deps, visitor, user, code)
  await countTry(deps, user)
  const secret =
    factors.sealed_secret === null ? null : openTotpSecret(deps.secrets, user.id, factors.sealed_secret)
  const step = secret === null ? null : findTotpStep(secret, digits, deps.clock.now())
  if (step === null) {
    failedSignIns.ofMember(visitor, user, 'invalid_second_factor')
    throw refuse('invalid_second_factor')
  }
  return {
    second_factor: 'totp',
    async use(tx) {
      if (!(await factorStore(tx).useStep(user.id, step))) throw refuse('invalid_second_factor')
      await factorStore(tx).deleteTries(user.id)
    },
  }
}

/** Not counted: nobody guesses 80 bits, and those who try must not keep the owner out. */
async function recoveryCode(
  { db, failedSignIns }: TenancyDeps,
  visitor: Visitor,
  user: { id: string; email: string },
  code: string,
): Promise<UsedFactor> {
  const hash = hashRecoveryCode(user.id, code)
  if (!(await factorStore(db).hasCode(user.id, hash))) {
    failedSignIns.ofMember(visitor, user, 'invalid_second_factor')
    throw refuse('invalid_second_factor')
  }
  return {
    second_factor: 'recovery_code',
    async use(tx) {
      if (!(await factorStore(tx).useCode(user.id, hash))) throw refuse('invalid_second_factor')
    },
  }
}

/** The person learns of the first code too many: somebody has their password. */
async function countTry(deps: TenancyDeps, user: { id: string; email: string }): Promise<void> {
  const now = deps.clock.now()
  const { tries, tries_from } = await transaction(deps.db, async (tx) => {
    const counted = await factorStore(tx).countTry(user.id, now)
    if (counted.tries === WRONG_CODES + 1) {
      const mail = changeMail('somebody with your password entered 10 wrong codes', now, deps.baseUrl())
      await sendMail(deps, tx, { workspace_id: null, to: user.email, ...mail })
    }
    return counted
  })
  if (tries <= WRONG_CODES) return
  const seconds = Math.ceil((tries_from.getTime() + HOUR_MS - now.getTime()) / 1000)
  throw refuse('second_factor_locked', { headers: { 'Retry-After': String(Math.max(1, seconds)) } })
}
