import { refuse } from '../../../platform/errors.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { type RecordViewRow, recordViewStore } from './view-store.ts'

/** One that the caller sees: their own, or a shared one, of an app that they can edit. */
export async function accessRecordView({ db, access }: Deps, caller: Caller, appId: string, viewId: string) {
  const app = await access.app(caller, appId, 'editor')
  const view = await recordViewStore(db).find(viewId, app.id, userOf(caller).id)
  if (!view) throw refuse('record_view_not_found')
  return { app, view }
}

export function presentRecordView({ app_id: _, created_date, updated_date, ...view }: RecordViewRow) {
  return {
    ...view,
    created_date: created_date.toISOString(),
    updated_date: updated_date.toISOString(),
  }
}
