import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { accessFunction } from '../access-function.ts'
import type { Deps } from '../deps.ts'
import { runStore } from './run-store.ts'

export async function listAutomationRuns(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.automations.list_runs>,
) {
  const { app } = await accessFunction(deps, caller, params, 'viewer')
  const { limit = 50, cursor, status } = query
  const filter = { app_id: app.id, name: params.name, status }
  const list = `automations.list_runs ${JSON.stringify(filter)}`
  const [after] = deps.cursors.read(list, cursor) ?? []
  const rows = await runStore(deps.db).list(
    filter,
    after === undefined ? undefined : String(after),
    limit + 1,
  )
  return pageOf(rows, limit, (row) => deps.cursors.write(list, [row.id]))
}
