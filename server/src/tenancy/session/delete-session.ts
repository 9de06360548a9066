import { notify } from '../../platform/database/listen.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { AnswerHeaders } from '../../platform/http/visitor.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { type Caller, userOf } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { recordSession } from './record-session.ts'
import { endedSessionCookie } from './session-cookie.ts'
import { sessionStore } from './store.ts'

export async function deleteSession(
  { db, audit, authenticator, session }: TenancyDeps,
  caller: Caller,
  _input: unknown,
  headers: AnswerHeaders,
) {
  if (caller.kind !== 'session') throw refuse('not_a_session')
  await transaction(db, async (tx) => {
    const { workspaces } = await sessionStore(tx).getMe(userOf(caller).id, null)
    const hasEnded = await sessionStore(tx).delete(caller.credential_id)
    if (hasEnded) await recordSession({ audit }, tx, caller, 'session.delete', workspaces)
    await notify(tx, CREDENTIALS_CHANNEL, caller.credential_id)
  })
  authenticator.invalidate()
  headers.set('Set-Cookie', endedSessionCookie(session))
  return { signed_out: true as const }
}
