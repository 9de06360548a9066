import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { accessFunction } from '../access-function.ts'
import type { Deps } from '../deps.ts'
import { invocationStore } from './invocation-store.ts'

export async function listInvocations(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.functions.list_invocations>,
) {
  const { app } = await accessFunction(deps, caller, params, 'viewer')
  const { limit = 50, cursor, request_id, failed } = query
  const filter = { app_id: app.id, name: params.name, request_id, failed }
  const list = `functions.list_invocations ${JSON.stringify(filter)}`
  const [started_at, id] = deps.cursors.read(list, cursor) ?? []
  const after = id === undefined ? undefined : { started_at: String(started_at), id: String(id) }
  const rows = await invocationStore(deps.db).list(filter, after, limit + 1)
  return pageOf(rows, limit, (row) => deps.cursors.write(list, [row.started_at.toISOString(), row.id]))
}
