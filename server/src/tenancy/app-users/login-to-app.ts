import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { Visitor } from '../../platform/http/visitor.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { countTries } from '../count-tries.ts'
import type { TenancyDeps } from '../ground.ts'
import { accountStore, type Candidate } from './account-store.ts'
import { signIn } from './sign-in.ts'

export async function loginToApp(
  deps: TenancyDeps,
  visitor: Visitor,
  { params, body }: InputOf<typeof operations.app_auth.login>,
) {
  const email = body.email.toLowerCase()
  await countTries(deps, 'app_auth.login', visitor, email, params.app_id)
  const who = meant(await accountStore(deps.db).candidates(params.app_id, email))
  // An unknown email costs the same hash as a wrong password, so that time tells nothing.
  const fits = await verifyPassword(body.password, who?.password_hash ?? null)
  if (!who || !fits) throw refuse('invalid_login')
  if (!who.is_verified) throw refuse('email_not_verified')
  if (!who.is_let_in) throw refuse('app_closed')
  return signIn(deps, visitor, params.app_id, who)
}

/** Whoever signs up with somebody else's email must not keep them out: an account counts when it is verified. */
function meant(candidates: readonly Candidate[]): Candidate | undefined {
  const own = candidates.find(({ whose }) => whose === 'own')
  const member = candidates.find(({ whose }) => whose === 'member')
  return own?.is_verified && own.is_let_in ? own : (member ?? own)
}
