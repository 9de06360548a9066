import { isDeepStrictEqual } from 'node:util'
import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessRecordView, presentRecordView } from './access-record-view.ts'
import { type RecordViewRow, recordViewStore } from './view-store.ts'

const WRITABLE = [
  'name',
  'is_shared',
  'q',
  'sort',
  'columns',
] as const satisfies readonly (keyof RecordViewRow)[]

export async function updateRecordView(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.record_views.update>,
) {
  const { app, view } = await accessRecordView(deps, caller, params.app_id, params.view_id)
  // It would be gone for everybody but its owner, who did not ask for it.
  if (body.is_shared === false && view.owner_id !== userOf(caller).id) throw refuse('record_view_of_other')
  const changed = WRITABLE.filter(
    (field) => body[field] !== undefined && !isDeepStrictEqual(body[field], view[field]),
  )
  if (changed.length === 0) return presentRecordView(view)
  const changes: Partial<RecordViewRow> = Object.fromEntries(changed.map((field) => [field, body[field]]))
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    if (!(await recordViewStore(tx).update(view.id, changes, now))) throw refuse('record_view_not_found')
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'record_views.update',
      target_type: 'record_view',
      target_id: view.id,
      app_id: app.id,
      detail: { changed },
    })
  })
  return presentRecordView({ ...view, ...changes, updated_date: now })
}
