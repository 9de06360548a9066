import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { TestRunRow } from '../tables.ts'

const FIELDS = [
  'id',
  'flow_id',
  'flow_name',
  'status',
  'trigger',
  'started_by',
  'start_url',
  'error',
  'cancel_reason',
  'created_date',
  'started_at',
  'completed_at',
] as const

/** A run without its steps and its report. */
export type ListedTestRun = Pick<TestRunRow, (typeof FIELDS)[number]> & {
  step_count: number
  steps_passed: number
}

/** Newest first, after the run that the page before ended with. */
export async function listRunsOf(
  db: Db,
  appId: string,
  filter: { flow_id?: string | undefined; status?: string | undefined },
  after: string | undefined,
  limit: number,
): Promise<ListedTestRun[]> {
  const conditions = [
    sql`e.app_id = ${appId}`,
    ...(filter.flow_id === undefined ? [] : [sql`e.flow_id = ${filter.flow_id}`]),
    ...(filter.status === undefined ? [] : [sql`e.status = ${filter.status}`]),
    ...(after === undefined ? [] : [sql`e.id < ${after}`]),
  ]
  const { rows } = await sql<ListedTestRun>`
    select ${sql.join(FIELDS.map((name) => sql.ref(`e.${name}`)))},
           coalesce(nullif(s.count, 0),
                    case when e.completed_at is null then json_array_length(e.flow -> 'steps') end, 0)::integer
             as step_count,
           s.passed::integer as steps_passed
      from test_executions e
      left join lateral (select count(*) as count, count(*) filter (where t.status = 'passed') as passed
                           from test_run_steps t where t.execution_id = e.id) s on true
     where ${sql.join(conditions, sql` and `)}
     order by e.id desc limit ${limit}`.execute(db)
  return rows
}
