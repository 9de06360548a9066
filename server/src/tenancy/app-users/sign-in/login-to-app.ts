import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Visitor } from '../../../platform/http/visitor.ts'
import { verifyPassword } from '../../../platform/passwords/passwords.ts'
import { requireSecondFactor } from '../../account/require-second-factor.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { countTries } from '../../count-tries.ts'
import { workspaceOpenIdStore } from '../../openid/workspace-store.ts'
import { accountStore, type Candidate } from '../account-store.ts'
import { signIn } from './sign-in.ts'

export async function loginToApp(
  deps: TenancyDeps,
  visitor: Visitor,
  { params, body }: InputOf<typeof operations.app_auth.login>,
) {
  const email = body.email.toLowerCase()
  await countTries(deps, 'app_auth.login', visitor, email, params.app_id)
  const { app_id } = params
  const who = meant(await accountStore(deps.db).candidates(app_id, email))
  // An unknown email costs the same hash as a wrong password, so that time shows nothing.
  const fits = await verifyPassword(body.password, who?.password_hash ?? null)
  const refusal = refusalTo(who, fits)
  if (who && refusal !== null) deps.failedSignIns.inApp(visitor, app_id, who, refusal)
  if (!who || refusal !== null) throw refuse(refusal ?? 'invalid_login')
  if (who.whose === 'own') return signIn(deps, visitor, app_id, who)
  if (await workspaceOpenIdStore(deps.db).refusesPassword(who.id)) throw refuse('password_sign_in_refused')
  // A passkey is bound to the address of Atrium, so an app can take codes only.
  const { use } = await requireSecondFactor(deps, visitor, who, { code: body.code })
  return signIn(deps, visitor, app_id, who, use)
}

function refusalTo(who: Candidate | undefined, fits: boolean) {
  if (!who || !fits) return 'invalid_login'
  if (!who.is_verified) return 'email_not_verified'
  return who.is_let_in ? null : 'app_closed'
}

/** Anyone who signs up with somebody else's email must not keep them out: an account counts when it is verified. */
function meant(candidates: readonly Candidate[]): Candidate | undefined {
  const own = candidates.find(({ whose }) => whose === 'own')
  const member = candidates.find(({ whose }) => whose === 'member')
  return own?.is_verified && own.is_let_in ? own : (member ?? own)
}
