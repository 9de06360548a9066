import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { ConnectionRow } from '../tables.ts'
import { attemptStore } from './attempt-store.ts'
import { connectionStore } from './connection-store.ts'
import { revokeTokens } from './revoke-tokens.ts'

type Store = ReturnType<typeof connectionStore>

/** Ends a connection as `end` says, calls off what was started for it, and then has its tokens revoked. */
export async function endConnection(
  deps: Deps,
  caller: Caller,
  app: App,
  { integration_type, action }: { integration_type: string; action: string },
  end: (store: Store, connection: ConnectionRow) => Promise<void>,
): Promise<{ success: true }> {
  const ended = await transaction(deps.db, async (tx) => {
    const store = connectionStore(tx)
    await store.lock(app.id)
    const connection = await store.find(app.id, integration_type)
    if (!connection) throw refuse('connection_not_found')
    await end(store, connection)
    await attemptStore(tx).callOff(app.id, integration_type, 'The connection was ended.')
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action,
      target_type: 'connection',
      target_id: connection.id,
      app_id: app.id,
      detail: { integration_type },
    })
    return connection
  })
  await revokeTokens(deps, app.workspace_id, ended)
  return { success: true }
}
