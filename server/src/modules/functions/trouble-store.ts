import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { APP_OF_ROW, type AppOfRow, type AppScope, IN_SCOPE, scopeValues } from '../../tenancy/index.ts'

export interface FailedAutomation extends AppOfRow {
  function_name: string
  automation_id: string
  error: string | null
  since: Date | null
  /** The last good run before it, among those that were looked at. */
  good_run_id: string | null
}

const LOOKED_AT = 100

const failed = prepared<FailedAutomation>(
  'automations_failed',
  `with newest as (
     select ${APP_OF_ROW}, f.name as function_name, n.id, n.status, n.error, n.automation_id, n.ended_at,
            max(n.id) filter (where n.status = 'succeeded') over (partition by a.id, f.name) as good_run_id
       from apps a
       join functions f on f.app_id = a.id
       join lateral (
         select r.id, r.status, r.error, r.automation_id, r.ended_at from automation_runs r
          where r.app_id = a.id and r.function_name = f.name order by r.id desc limit ${LOOKED_AT}) n
         on n.status in ('succeeded', 'failed')
      where ${IN_SCOPE}),
   bad as (
     select *, min(ended_at) over (partition by app_id, function_name) as since,
            row_number() over (partition by app_id, function_name order by id desc) as n
       from newest where id > coalesce(good_run_id, ''))
   select app_id, app_name, app_kind, function_name, automation_id, error, since, good_run_id
     from bad where n = 1 order by id desc limit $3`,
)

/** Functions of which the newest run by an automation failed. */
export async function failedAutomations(db: Db, scope: AppScope): Promise<FailedAutomation[]> {
  return failed(db, [...scopeValues(scope), scope.limit])
}
