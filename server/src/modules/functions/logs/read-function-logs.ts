import type { InputOf, operations } from '@atrium/contract'
import { LOG_LEVELS } from '@atrium/contract/functions'
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
  const { limit = 100, since, until, level, min_level = 'debug', request_id } = query
  const levels = LOG_LEVELS.slice(LOG_LEVELS.indexOf(min_level))
  const filter = {
    since: since === undefined ? undefined : readTime(since, ['query', 'since']),
    until: until === undefined ? undefined : readTime(until, ['query', 'until']),
    levels: level === undefined ? levels : levels.filter((one) => one === level),
    request_id,
  }
  const rows = await logStore(deps.db).list(app.id, params.name, filter, limit)
  return rows.map(({ id, time, level, message, request_id }) => ({
    ...{ id, time, level, message },
    ...(request_id !== null && { request_id }),
  }))
}
