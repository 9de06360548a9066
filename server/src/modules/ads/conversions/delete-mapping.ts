import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { scanSoon } from '../tracking/rescan-tracking.ts'
import { mappingStore } from './mapping-store.ts'

export async function deleteMapping(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.conversions.delete_mapping>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  await transaction(deps.db, async (tx) => {
    if (!(await mappingStore(tx).delete(app.id, params.mapping_id))) throw refuse('mapping_not_found')
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'conversions.delete_mapping',
      target_type: 'conversion_mapping',
      target_id: params.mapping_id,
      app_id: app.id,
    })
    await scanSoon(deps, tx, app.id)
  })
  return { deleted: true as const }
}
