import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { applyChange, notifyOfChange } from '../function-changes.ts'
import { secretStore } from './secret-store.ts'

export async function deleteSecret(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.secrets.delete>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const name = query.secret_name
  await transaction(deps.db, async (tx) => {
    if (!(await secretStore(tx).delete(app.id, name))) throw refuse('secret_not_found')
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'secrets.delete',
      target_type: 'secret',
      target_id: name,
      app_id: app.id,
    })
    await notifyOfChange(tx, app.id)
  })
  applyChange(deps, app.id)
  return { success: true as const }
}
