import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Visitor } from '../../../platform/http/visitor.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { countTries } from '../../count-tries.ts'
import { accountStore } from '../account-store.ts'
import { proofStore } from './proof-store.ts'
import { isCode } from './proofs.ts'
import { signIn } from './sign-in.ts'

export async function verifyOtp(
  deps: TenancyDeps,
  visitor: Visitor,
  { params, body }: InputOf<typeof operations.app_auth.verify_otp>,
) {
  const { db, clock, secrets } = deps
  const { app_id } = params
  const email = body.email.toLowerCase()
  await countTries(deps, 'app_auth.verify_otp', visitor, email, app_id)
  const tried = await proofStore(db).tryCode(app_id, email, clock.now())
  if (!tried || !isCode(secrets, { app_id, user_id: tried.user_id }, body.otp_code.trim(), tried.proof))
    throw refuse('invalid_code')
  if (!tried.is_let_in) throw refuse('app_closed')
  const { user_id, workspace_id } = tried
  return signIn(deps, visitor, app_id, { id: user_id, email, workspace_id, whose: 'own' }, async (tx) => {
    const key = { app_id, user_id, purpose: 'verify' as const }
    if (!(await proofStore(tx).use(key, tried.proof))) throw refuse('invalid_code')
    await accountStore(tx).verify(app_id, user_id, clock.now())
  })
}
