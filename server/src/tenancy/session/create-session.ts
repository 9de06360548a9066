import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import { verifyPassword } from '../../platform/passwords/passwords.ts'
import { requireSecondFactor } from '../account/require-second-factor.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { countTries } from '../count-tries.ts'
import { workspaceOpenIdStore } from '../openid/workspace-store.ts'
import { openSession } from './open-session.ts'
import { sessionStore } from './store.ts'

export async function createSession(
  deps: TenancyDeps,
  visitor: Visitor,
  { body }: InputOf<typeof operations.session.create>,
  headers: AnswerHeaders,
) {
  const { db, failedSignIns } = deps
  const email = body.email.toLowerCase()
  await countTries(deps, 'session.create', visitor, email)

  const user = await sessionStore(db).findByEmail(email)
  // An unknown email costs the same hash as a wrong password, so that time shows nothing.
  const fits = await verifyPassword(body.password, user?.password_hash ?? null)
  if (!user || !fits) {
    if (user) failedSignIns.ofMember(visitor, { id: user.id, email })
    throw refuse('invalid_login')
  }
  if (await workspaceOpenIdStore(db).refusesPassword(user.id)) throw refuse('password_sign_in_refused')
  const { second_factor, use } = await requireSecondFactor(deps, visitor, { id: user.id, email }, body)
  return openSession(deps, visitor, user.id, { method: 'password', second_factor }, headers, use)
}
