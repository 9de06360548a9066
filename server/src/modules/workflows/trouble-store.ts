import { APPROVAL } from '@atrium/contract/workflow-definition'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { APP_OF_ROW, type AppOfRow, type AppScope, IN_SCOPE, scopeValues } from '../../tenancy/index.ts'

export interface FailedWorkflow extends AppOfRow {
  workflow_id: string
  workflow_name: string
  /** The newest one that failed. */
  run_id: string
  message: string | null
  /** The first that failed after the last good one. */
  first_run_id: string
  since: Date | null
}

export interface WaitingDecision extends AppOfRow {
  workflow_id: string
  workflow_name: string
  run_id: string
  step_id: string
  attempt: number
  step_name: string
  since: Date
  approvers: unknown
}

const newest = (status: string, columns: string) => `
  select ${columns} from (
    select id, error, is_test_run from workflow_runs r
     where r.workflow_id = w.id and r.status = '${status}' order by r.id desc limit 20) n
   where not n.is_test_run order by id desc limit 1`

// A run that was only a test needs nobody, nor does a workflow that is paused.
const failed = prepared<FailedWorkflow>(
  'workflows_failed',
  `select ${APP_OF_ROW}, w.id as workflow_id, w.name as workflow_name, bad.id as run_id, bad.message,
          first.id as first_run_id, first.completed_at as since
     from apps a
     join workflows w on w.app_id = a.id and w.archived_at is null and w.status = 'active'
     join lateral (${newest('failed', `id, n.error->>'message' as message`)}) bad on true
     left join lateral (${newest('completed', 'id')}) good on true
     join lateral (
       select r.id, r.completed_at from workflow_runs r
        where r.workflow_id = w.id and r.status = 'failed' and r.id > coalesce(good.id, '') and not r.is_test_run
        order by r.id limit 1) first on true
    where ${IN_SCOPE}
    order by bad.id desc limit $3`,
)

const waiting = prepared<WaitingDecision>(
  'workflows_waiting_decisions',
  `select ${APP_OF_ROW}, w.id as workflow_id, w.name as workflow_name, s.run_id, s.id as step_id, s.attempt,
          s.name as step_name, s.started_at as since, s.input->'approvers' as approvers
     from apps a
     join workflow_run_steps s on s.app_id = a.id and s.listens_to = $4 and s.status = 'waiting'
     join workflow_runs r on r.id = s.run_id and r.status = 'running'
     join workflows w on w.id = r.workflow_id
    where ${IN_SCOPE}
    order by s.started_at desc, s.run_id, s.id limit $3`,
)

/** Workflows whose newest run failed. */
export async function failedWorkflows(db: Db, scope: AppScope): Promise<FailedWorkflow[]> {
  return failed(db, [...scopeValues(scope), scope.limit])
}

/** Runs that wait for a person. */
export async function waitingDecisions(db: Db, scope: AppScope): Promise<WaitingDecision[]> {
  return waiting(db, [...scopeValues(scope), scope.limit, APPROVAL])
}
