import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'

const cancelRuns = prepared(
  'workflow_runs_cancel',
  `update workflow_runs set status = 'cancelling', wake_at = $2
    where workflow_id = $1 and status in ('queued', 'running')`,
)

/** All that go on are cancelled: who carries them out looks at them next. */
export async function cancelRunsOf(tx: Db, workflowId: string, now: Date): Promise<void> {
  await cancelRuns(tx, [workflowId, now])
}
