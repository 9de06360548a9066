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

/** The newest runs of a function, by the SQL of its app and its name; no more of them are looked at. */
const newestOf = (app: string, name: string) => `(
  select u.id, u.status, u.error, u.automation_id, u.ended_at from automation_runs u
   where u.app_id = ${app} and u.function_name = ${name} order by u.id desc limit 100) r`

// How it came to that is looked up only for those that are listed.
const failed = prepared<FailedAutomation>(
  'automations_failed',
  `with last as (
     select ${APP_OF_ROW}, f.name as function_name, n.id, n.error, n.automation_id
       from apps a
       join functions f on f.app_id = a.id
       join lateral (
         select r.id, r.status, r.error, r.automation_id from ${newestOf('a.id', 'f.name')}
          where r.status in ('succeeded', 'failed') order by r.id desc limit 1) n on n.status = 'failed'
      where ${IN_SCOPE}
      order by n.id desc limit $3)
   select l.app_id, l.app_name, l.app_kind, l.function_name, l.automation_id, l.error, s.since, p.good_run_id
     from last l
     cross join lateral (
       select max(r.id) as good_run_id from ${newestOf('l.app_id', 'l.function_name')}
        where r.status = 'succeeded') p
     cross join lateral (
       select min(r.ended_at) as since from ${newestOf('l.app_id', 'l.function_name')}
        where r.status = 'failed' and r.id > coalesce(p.good_run_id, '')) s
    order by l.id desc`,
)

/** Functions of which the newest run by an automation failed. */
export async function failedAutomations(db: Db, scope: AppScope): Promise<FailedAutomation[]> {
  return failed(db, [...scopeValues(scope), scope.limit])
}
