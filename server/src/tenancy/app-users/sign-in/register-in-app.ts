import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Visitor } from '../../../platform/http/visitor.ts'
import { makeId } from '../../../platform/ids.ts'
import { hashPassword, verifyPassword } from '../../../platform/passwords/passwords.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { countTries } from '../../count-tries.ts'
import { requireUncommon } from '../../new-password.ts'
import { accountStore, type SignUp } from '../account-store.ts'
import { CODE_MS, mailCode } from './proofs.ts'

/**
 * The newest code counts. Anyone who signs up with somebody else's email, hoping that they enter the code, gains nothing:
 * where two passwords wait for one code, neither is kept.
 */
export async function registerInApp(
  deps: TenancyDeps,
  visitor: Visitor,
  { params, body }: InputOf<typeof operations.app_auth.register>,
) {
  const { db, clock } = deps
  const email = body.email.toLowerCase()
  await countTries(deps, 'app_auth.register', visitor, email, params.app_id)
  requireUncommon(body.password, 'password')
  const entry = await accountStore(db).entry(params.app_id, email)
  if (!entry) throw refuse('app_not_found')
  if (!entry.is_let_in) throw refuse('app_closed')
  if (entry.is_verified) throw refuse('app_user_exists')

  const password_hash = await hashPassword(body.password) // before, so that the transaction is short
  const now = clock.now()
  const account = { app_id: entry.app_id, id: makeId('acc', now), email, password_hash, now }
  return transaction(db, async (tx) => {
    const store = accountStore(tx)
    const waiting = await store.lockSignUp(entry.app_id, email, new Date(now.getTime() - CODE_MS))
    const is_contested = waiting !== undefined && !(await isSame(waiting, body.password))
    const full_name = body.full_name?.trim() ?? ''
    const id = await store.register({ ...account, full_name, is_contested })
    if (id === null) throw refuse('app_user_exists')
    if (!(await mailCode(deps, tx, { ...entry, user_id: id, email }))) throw tooManyCodes()
    return { id, email, is_verified: false as const }
  })
}

async function isSame({ password_hash, is_contested }: SignUp, password: string): Promise<boolean> {
  return !is_contested && verifyPassword(password, password_hash)
}

function tooManyCodes() {
  return refuse('rate_limited', {
    message: 'As many codes were mailed to this email as may be in an hour; use the last one, or wait.',
    headers: { 'Retry-After': '3600' },
  })
}
