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

/** The newest runs of a test, by the SQL of its id; no more of them are looked at. */
const newestOf = (flow: string) => `(
  select e.id, e.status, e.completed_at from test_executions e where e.flow_id = ${flow} order by e.id desc limit 50) r`

// How it came to that is looked up only for those that are listed.
const failing = prepared<FailingTest>(
  'test_flows_failing',
  `with last as (
     select ${APP_OF_ROW}, t.id as flow_id, t.name as flow_name, n.id, n.status
       from apps a
       join test_flows t on t.app_id = a.id
       join lateral (
         select r.id, r.status from ${newestOf('t.id')} where r.status in ('passed', 'failed', 'error')
          order by r.id desc limit 1) n on n.status <> 'passed'
      where ${IN_SCOPE}
      order by n.id desc limit $3)
   select l.app_id, l.app_name, l.app_kind, l.flow_id, l.flow_name, l.id as execution_id, l.status, s.since,
          p.passed_id
     from last l
     cross join lateral (select max(r.id) as passed_id from ${newestOf('l.flow_id')} where r.status = 'passed') p
     cross join lateral (
       select min(r.completed_at) as since from ${newestOf('l.flow_id')}
        where r.status in ('failed', 'error') and r.id > coalesce(p.passed_id, '')) s
    order by l.id desc`,
)

/** Tests whose newest run that ended did not pass. */
export async function failingTests(db: Db, scope: AppScope): Promise<FailingTest[]> {
  return failing(db, [...scopeValues(scope), scope.limit])
}
