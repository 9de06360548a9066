import { notify } from '../../platform/database/listen.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { AnswerHeaders } from '../../platform/http/visitor.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../ground.ts'
import { endedSessionCookie } from './session-cookie.ts'
import { sessionStore } from './store.ts'

export async function deleteSession(
  { db, authenticator, session }: TenancyDeps,
  caller: Caller,
  _input: unknown,
  headers: AnswerHeaders,
) {
  if (caller.kind !== 'session') throw refuse('not_a_session')
  await transaction(db, async (tx) => {
    await sessionStore(tx).delete(caller.credential_id)
    await notify(tx, CREDENTIALS_CHANNEL, caller.credential_id)
  })
  authenticator.forget()
  headers.set('Set-Cookie', endedSessionCookie(session))
  return { signed_out: true as const }
}
