import type { Db } from '../../../platform/database/db.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import type { Visitor } from '../../../platform/http/visitor.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { startAppSession } from '../../session/app-sessions.ts'
import { presentAppMe } from '../present-app-me.ts'
import { appUserStore } from '../store.ts'

/**
 * A session for somebody who has shown who they are; answered with them as their app sees them. `alsoStore` writes what
 * else signing in means for them.
 */
export async function signIn(
  deps: TenancyDeps,
  visitor: Visitor,
  appId: string,
  who: { id: string; email: string; workspace_id: string; whose: 'own' | 'member' },
  alsoStore: (tx: Db) => Promise<void> = async () => {},
) {
  const { db, clock, access, audit, authenticator } = deps
  const access_token = await transaction(db, async (tx) => {
    await alsoStore(tx)
    if (who.whose === 'member') await appUserStore(tx).upsertMember(appId, who.id, clock.now())
    const session = await startAppSession(deps, tx, { app_id: appId, user_id: who.id }, who.whose)
    const credential = { kind: 'app_session', credential_id: session.id }
    await audit.record(
      tx,
      { ...visitor, ...credential, user: who },
      {
        workspace_id: who.workspace_id,
        action: 'app_auth.login',
        target_type: 'session',
        target_id: session.id,
        app_id: appId,
      },
    )
    return session.token
  })
  const caller = await authenticator.authenticate({ secret: access_token, via: 'bearer' }, visitor, undefined)
  const { user } = await access.visit(caller, appId)
  if (!user) throw new Error('a session stands for nobody')
  return { access_token, user: await presentAppMe(deps, db, appId, user) }
}
