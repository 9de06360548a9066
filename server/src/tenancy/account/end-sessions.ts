import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import type { AnswerHeaders } from '../../platform/http/visitor.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { endedSessionCookie } from '../session/session-cookie.ts'
import { endAllSessions } from './end-all-sessions.ts'
import { recordChange } from './record-change.ts'
import { signedIn } from './signed-in.ts'

export async function endSessions(
  deps: TenancyDeps,
  caller: Caller,
  { body }: InputOf<typeof operations.account.end_sessions>,
  headers: AnswerHeaders,
) {
  const { db, authenticator, session } = deps
  const user = signedIn(caller)
  const kept = body.include_this ? null : caller.credential_id
  const sessions_ended = await transaction(db, async (tx) => {
    const ended = await endAllSessions(tx, user.id, kept)
    await recordChange(deps, tx, caller, user, {
      action: 'account.end_sessions',
      detail: { sessions_ended: ended },
    })
    return ended
  })
  authenticator.invalidate()
  if (kept === null) headers.set('Set-Cookie', endedSessionCookie(session))
  return { sessions_ended }
}
