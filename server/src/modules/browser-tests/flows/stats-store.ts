import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { EndedRun } from './flow-stats.ts'

/** A step that failed or was healed in some of the runs. */
export interface TroubledStep {
  step_id: string
  instruction: string
  failed: number
  healed: number
}

/** The newest are looked at first, and no more than so many. */
const MOST_RUNS = 1000
const MOST_STEPS = 50

const RECENT = `
  select * from (select id, status, flow_hash, start_url, app_revision, created_date, started_at, completed_at
                   from test_executions where flow_id = $2 and app_id = $1 order by id desc limit ${MOST_RUNS}) newest
   where created_date >= $3 and completed_at is not null`

const recentRuns = prepared<EndedRun>(
  'test_flow_recent_runs',
  `select status, flow_hash as flow_version, start_url, app_revision,
          to_char(created_date at time zone 'UTC', 'YYYY-MM-DD') as day,
          (extract(epoch from completed_at - started_at) * 1000)::float8 as duration_ms
     from (${RECENT}) r order by created_date, id`,
)

/** An instruction that was changed is shown as the newest run had it. */
const troubledSteps = prepared<TroubledStep>(
  'test_flow_noted_steps',
  `select s.id as step_id, (array_agg(s.instruction order by r.created_date desc, r.id desc))[1] as instruction,
          (count(*) filter (where s.status = 'failed'))::integer as failed, count(s.healed)::integer as healed
     from (${RECENT}) r join test_run_steps s on s.execution_id = r.id and (s.status = 'failed' or s.healed is not null)
    group by s.id order by count(*) desc, s.id limit ${MOST_STEPS}`,
)

export const statsStore = (db: Db) => ({
  /** Oldest first. */
  async recentRuns(appId: string, flowId: string, since: Date): Promise<EndedRun[]> {
    return recentRuns(db, [appId, flowId, since])
  },
  /** Most often first. */
  async troubledSteps(appId: string, flowId: string, since: Date): Promise<TroubledStep[]> {
    return troubledSteps(db, [appId, flowId, since])
  },
})
