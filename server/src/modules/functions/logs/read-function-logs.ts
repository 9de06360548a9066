import type { InputOf, operations } from '@atrium/contract'
import { readTime } from '../../../platform/time/read-time.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { accessFunction } from '../access-function.ts'
import type { Deps } from '../deps.ts'
import { logStore } from './log-store.ts'

/** For those who can edit the app: a line may hold what its rules hide. */
export async function readFunctionLogs(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.functions.logs>,
) {
  const { app } = await accessFunction(deps, caller, params, 'editor')
  const { limit = 100, since, until, level, request_id } = query
  const filter = {
    since: since === undefined ? undefined : readTime(since, ['query', 'since']),
    until: until === undefined ? undefined : readTime(until, ['query', 'until']),
    level,
    request_id,
  }
  const rows = await logStore(deps.db).list(app.id, params.name, filter, limit)
  return rows.map(({ id, time, level, message, request_id }) => ({
    ...{ id, time, level, message },
    ...(request_id !== null && { request_id }),
  }))
}
