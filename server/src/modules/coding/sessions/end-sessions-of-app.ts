import { transaction } from '../../../platform/database/transaction.ts'
import type { Deps } from '../deps.ts'
import { moveSession } from './move-session.ts'
import { notifyOfCancel } from './session-channel.ts'
import { sessionStore } from './session-store.ts'

/** Ends what is open of an app that is deleted, without waiting for the node that has it: there is nothing to go on with. */
export async function endSessionsOfApp(deps: Deps, appId: string): Promise<void> {
  for (const id of await sessionStore(deps.db).listOpenOfApp(appId)) {
    await transaction(deps.db, async (tx) => {
      const session = await sessionStore(tx).lock(id)
      if (!session) return
      const cancelled = (await moveSession(deps, tx, session, 'cancel')) ?? session
      await moveSession(deps, tx, cancelled, 'stopped')
      await notifyOfCancel(tx, id)
    })
    deps.runningSessions.cancel(id)
  }
}
