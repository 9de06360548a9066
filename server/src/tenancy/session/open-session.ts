import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { recordSession } from './record-session.ts'
import { type SignIn, setSessionCookies, startSession } from './start-session.ts'
import { sessionStore } from './store.ts'

/**
 * Signs somebody in who has shown who they are: session, audit entries, cookies; answered with them and the token.
 * `alsoStore` uses up what they showed, and may refuse.
 */
export async function openSession(
  deps: TenancyDeps,
  visitor: Visitor,
  userId: string,
  how: SignIn,
  headers: AnswerHeaders,
  alsoStore: (tx: Db) => Promise<void> = async () => {},
) {
  const me = await sessionStore(deps.db).getMe(userId, null)
  const started = await transaction(deps.db, async (tx) => {
    await alsoStore(tx)
    const session = await startSession(deps, tx, visitor, me, how)
    await recordSession(deps, tx, session.caller, 'session.create', me.workspaces, { ...how })
    return session
  })
  setSessionCookies(headers, deps.session, started)
  return { user: me, token: started.token }
}
