import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { APP_OF_ROW, type AppOfRow, type AppScope, IN_SCOPE, scopeValues } from '../../tenancy/index.ts'

export interface FailingTest extends AppOfRow {
  flow_id: string
  flow_name: string
  execution_id: string
  status: 'failed' | 'error'
  since: Date | null
  /** The last run that passed, among those that were looked at. */
  passed_id: string | null
}

const LOOKED_AT = 50

const failing = prepared<FailingTest>(
  'test_flows_failing',
  `with newest as (
     select ${APP_OF_ROW}, t.id as flow_id, t.name as flow_name, n.id, n.status, n.completed_at,
            max(n.id) filter (where n.status = 'passed') over (partition by t.id) as passed_id
       from apps a
       join test_flows t on t.app_id = a.id
       join lateral (
         select e.id, e.status, e.completed_at from test_executions e
          where e.flow_id = t.id order by e.id desc limit ${LOOKED_AT}) n on n.status in ('passed', 'failed', 'error')
      where ${IN_SCOPE}),
   bad as (
     select *, min(completed_at) over (partition by flow_id) as since,
            row_number() over (partition by flow_id order by id desc) as n
       from newest where id > coalesce(passed_id, ''))
   select app_id, app_name, app_kind, flow_id, flow_name, id as execution_id, status, since, passed_id
     from bad where n = 1 order by id desc limit $3`,
)

/** Tests whose newest run that ended did not pass. */
export async function failingTests(db: Db, scope: AppScope): Promise<FailingTest[]> {
  return failing(db, [...scopeValues(scope), scope.limit])
}
