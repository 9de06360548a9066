import type { FlowStep } from '@atrium/contract/flow-steps'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import type { TestRunRow } from '../../tables.ts'

/** How many runs before may say that a failure comes and goes. */
const LAST_RUNS = 5

export type PlannedStep = Pick<FlowStep, 'id' | 'kind' | 'instruction'>
/** Archives may bring runs of other apps that name the same test. */
type ThisRun = Pick<TestRunRow, 'id' | 'app_id' | 'flow_id'>

export const earlierRunStore = (db: Db) => ({
  /** The last run of this test that passed. */
  async findLastGood({ id, app_id, flow_id }: ThisRun): Promise<{ id: string } | undefined> {
    const { rows } = await sql<{ id: string }>`
      select id from test_executions
       where flow_id = ${flow_id} and app_id = ${app_id} and status = 'passed' and id <> ${id}
       order by id desc limit 1`.execute(db)
    return rows[0]
  },
  /**
   * Where the page of that run is stored as it was when this step had found what it looked for; null when it is not. A step
   * that leads elsewhere found it on the page before: that of the step before, or of the start.
   */
  async findGoodSnapshot(
    { id, app_id, flow_id }: ThisRun,
    { id: stepId, kind }: Pick<FlowStep, 'id' | 'kind'>,
  ): Promise<string | null> {
    const back = kind === 'act' || kind === 'navigate' ? 1 : 0
    const { rows } = await sql<{ storage_key: string }>`
      select a.storage_key
        from (select e.id from test_executions e
               where e.flow_id = ${flow_id} and e.app_id = ${app_id} and e.status = 'passed' and e.id <> ${id}
               order by e.id desc limit 1) good
        join test_run_steps s on s.execution_id = good.id and s.id = ${stepId}
        left join test_run_steps before on before.execution_id = good.id and before.seq = s.seq - ${back}
        join test_artifacts a on a.execution_id = good.id and a.kind = 'snapshot'
                             and a.step_id is not distinct from before.id
       limit 1`.execute(db)
    return rows[0]?.storage_key ?? null
  },
  /** The steps of the last run that passed by the same test; empty when there is none. */
  async listGoodSteps({ id, app_id, flow_id }: ThisRun): Promise<PlannedStep[]> {
    const { rows } = await sql<PlannedStep>`
      select s.id, s.kind, s.instruction
        from (select e.id from test_executions e join test_executions this on this.id = ${id}
               where e.flow_id = ${flow_id} and e.app_id = ${app_id} and e.status = 'passed' and e.id <> this.id
                 and e.flow_hash = this.flow_hash
               order by e.id desc limit 1) good
        join test_run_steps s on s.execution_id = good.id order by s.seq`.execute(db)
    return rows
  },
  /** Whether one of the last runs passed with the same test and the same app. */
  async hasPassedUnchanged({ id, app_id, flow_id }: ThisRun): Promise<boolean> {
    const { rows } = await sql`
      select 1
        from test_executions this
        join lateral (select e.status, e.app_revision, e.flow_hash, e.start_url from test_executions e
                       where e.flow_id = ${flow_id} and e.app_id = ${app_id} and e.id <> this.id
                         and e.completed_at is not null
                       order by e.id desc limit ${LAST_RUNS}) before on true
       where this.id = ${id} and before.status = 'passed' and before.app_revision = this.app_revision
         and before.start_url is not distinct from this.start_url
         and before.flow_hash = this.flow_hash
       limit 1`.execute(db)
    return rows.length > 0
  },
})
