import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { countTries } from '../count-tries.ts'
import { recordSession } from './record-session.ts'
import { sessionCookie } from './session-cookie.ts'
import { startSession } from './start-session.ts'
import { sessionStore } from './store.ts'

export async function createSession(
  deps: TenancyDeps,
  visitor: Visitor,
  { body }: InputOf<typeof operations.session.create>,
  headers: AnswerHeaders,
) {
  const { db, failedSignIns, session } = deps
  const email = body.email.toLowerCase()
  await countTries(deps, 'session.create', visitor, email)

  const store = sessionStore(db)
  const user = await store.findByEmail(email)
  // An unknown email costs the same hash as a wrong password, so that time tells nothing.
  const fits = await verifyPassword(body.password, user?.password_hash ?? null)
  if (!user || !fits) {
    if (user) failedSignIns.ofMember(visitor, { id: user.id, email })
    throw refuse('invalid_login')
  }
  const me = await store.getMe(user.id, null)
  const token = await transaction(db, async (tx) => {
    const started = await startSession(deps, tx, visitor, me)
    await recordSession(deps, tx, started.caller, 'session.create', me.workspaces)
    return started.token
  })
  headers.set('Set-Cookie', sessionCookie(session, token))
  return { user: me, token }
}
