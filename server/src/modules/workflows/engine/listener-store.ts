import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { StepRow } from '../tables.ts'

/** What arrives lies in the step until its run goes on; the run is due from then on, also while somebody carries it out. */
const deliverToAll = prepared<{ run_id: string }>(
  'workflow_give_to_listeners',
  `with given as (
     update workflow_run_steps set status = 'running', output = $3::json, listens_to = null
      where app_id = $1 and listens_to = $2 and status = 'waiting' returning run_id)
   update workflow_runs r set wake_at = $4 from given where r.id = given.run_id returning r.id as run_id`,
)

const deliverToOne = prepared<{ run_id: string }>(
  'workflow_give_to_step',
  `with given as (
     update workflow_run_steps set status = 'running', output = $3::json, listens_to = null
      where run_id = $1 and id = $2 and status = 'waiting' and listens_to is not null returning run_id)
   update workflow_runs r set wake_at = $4 from given where r.id = given.run_id returning r.id as run_id`,
)

const arrived = prepared<Pick<StepRow, 'run_id' | 'id' | 'output'>>(
  'workflow_arrived_events',
  `select run_id, id, output from workflow_run_steps
    where run_id = any ($1) and status = 'running' and type = 'listen' and output is not null`,
)

export const listenerStore = (db: Db) => ({
  async deliver(appId: string, type: string, event: unknown, now: Date): Promise<void> {
    await deliverToAll(db, [appId, type, JSON.stringify(event), now])
  },
  /** Returns whether the step still waited for it. */
  async deliverTo(runId: string, stepId: string, event: unknown, now: Date): Promise<boolean> {
    const rows = await deliverToOne(db, [runId, stepId, JSON.stringify(event), now])
    return rows.length > 0
  },
  /** What arrived for runs while they were being carried out. */
  async arrived(runIds: readonly string[]): Promise<Pick<StepRow, 'run_id' | 'id' | 'output'>[]> {
    return arrived(db, [runIds])
  },
})
