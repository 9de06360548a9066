import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import { makeId } from '../../platform/ids.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { hashSecret, makeSecret } from '../../platform/secrets.ts'
import { countTries } from '../count-tries.ts'
import type { TenancyDeps } from '../ground.ts'
import { SESSION_DAYS, sessionCookie } from './session-cookie.ts'
import { sessionStore } from './store.ts'

export async function createSession(
  deps: TenancyDeps,
  visitor: Visitor,
  { body }: InputOf<typeof operations.session.create>,
  headers: AnswerHeaders,
) {
  const { db, clock, session } = deps
  const email = body.email.toLowerCase()
  await countTries(deps, 'session.create', visitor, email)

  const store = sessionStore(db)
  const user = await store.findByEmail(email)
  // An unknown email costs the same hash as a wrong password, so that time tells nothing.
  const fits = await verifyPassword(body.password, user?.password_hash ?? null)
  if (!user || !fits) throw refuse('invalid_login')

  const now = clock.now()
  const token = makeSecret('ses')
  await store.insert({
    id: makeId('ses', now),
    secret_hash: hashSecret(token),
    user_id: user.id,
    created_date: now,
    expires_at: new Date(now.getTime() + SESSION_DAYS * 24 * 60 * 60 * 1000),
  })
  headers.set('Set-Cookie', sessionCookie(session, token))
  return { user: await store.getMe(user.id, null), token }
}
