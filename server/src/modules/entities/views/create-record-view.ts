import type { InputOf, operations } from '@atrium/contract'
import { MAX_RECORD_VIEWS } from '@atrium/contract/record-views'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { schemaStore } from '../schemas/schema-store.ts'
import { presentRecordView } from './access-record-view.ts'
import { type RecordViewRow, recordViewStore } from './view-store.ts'

export async function createRecordView(
  { db, access, audit, clock }: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.record_views.create>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  if (!(await schemaStore(db).find(app.id, body.entity_name))) throw refuse('entity_not_found')
  const now = clock.now()
  const view: RecordViewRow = {
    id: makeId('rvw', now),
    app_id: app.id,
    entity_name: body.entity_name,
    owner_id: userOf(caller).id,
    is_shared: body.is_shared ?? false,
    name: body.name,
    q: body.q ?? null,
    sort: body.sort ?? null,
    columns: body.columns ?? [],
    created_date: now,
    updated_date: now,
  }
  await transaction(db, async (tx) => {
    const store = recordViewStore(tx)
    const count = await store.lockCount(app.id, view.entity_name, view.owner_id)
    if (count >= MAX_RECORD_VIEWS) throw refuse('record_view_limit_reached')
    await store.insert(view)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'record_views.create',
      target_type: 'record_view',
      target_id: view.id,
      app_id: app.id,
      detail: { name: view.name, entity_name: view.entity_name, is_shared: view.is_shared },
    })
  })
  return presentRecordView(view)
}
