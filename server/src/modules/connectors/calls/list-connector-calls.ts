import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { callStore } from './call-store.ts'

export async function listConnectorCalls(
  { db, access, cursors }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.connectors.list_calls>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const { limit = 50, cursor, integration_type, failed } = query
  const filter = { app_id: app.id, integration_type, failed }
  const list = `connectors.list_calls ${JSON.stringify(filter)}`
  const [started_at, id] = cursors.read(list, cursor) ?? []
  const after = id === undefined ? undefined : { started_at: String(started_at), id: String(id) }
  const rows = await callStore(db).list(filter, after, limit + 1)
  return pageOf(rows, limit, (row) => cursors.write(list, [row.started_at.toISOString(), row.id]))
}
