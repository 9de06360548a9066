import type { InputOf, operations } from '@atrium/contract'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { presentRecordView } from './access-record-view.ts'
import { recordViewStore } from './view-store.ts'

export async function listRecordViews(
  { db, access }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.record_views.list>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const rows = await recordViewStore(db).list(app.id, query.entity_name, userOf(caller).id)
  return { items: rows.map(presentRecordView) }
}
