import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessRecordView } from './access-record-view.ts'
import { recordViewStore } from './view-store.ts'

export async function deleteRecordView(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.record_views.delete>,
) {
  const { app, view } = await accessRecordView(deps, caller, params.app_id, params.view_id)
  await transaction(deps.db, async (tx) => {
    if (!(await recordViewStore(tx).delete(view.id))) throw refuse('record_view_not_found')
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'record_views.delete',
      target_type: 'record_view',
      target_id: view.id,
      app_id: app.id,
      detail: { name: view.name, entity_name: view.entity_name },
    })
  })
  return { deleted: true as const }
}
