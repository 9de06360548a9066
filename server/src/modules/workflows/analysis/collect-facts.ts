import type { Db } from '../../../platform/database/db.ts'
import type { RunRow } from '../tables.ts'
import { analysisStore } from './analysis-store.ts'
import type { FailureFacts } from './failure-facts.ts'

const MOST_EARLIER = 5
const LONGEST_PATH = 25

type FailedRun = FailureFacts['run'] & Pick<RunRow, 'workflow_id'>

export async function collectFacts(
  db: Db,
  workflowName: string,
  run: FailedRun,
  secrets: readonly string[],
): Promise<FailureFacts> {
  const store = analysisStore(db)
  const failing = await store.findFailing(run.id, run.error?.step_id ?? null)
  const [definition, steps, upstream, earlier, success] = await Promise.all([
    store.findDefinition(run.workflow_id, run.version),
    store.stepsUntil(run.id, failing?.seq ?? null, LONGEST_PATH),
    failing && store.findUpstream(run.id, failing.seq),
    store.earlierRuns(run.workflow_id, run.id, MOST_EARLIER),
    store.lastSuccess(run.workflow_id, run.id),
  ])
  const last_success = success && {
    ...success,
    definition: await store.findDefinition(run.workflow_id, success.version),
  }
  return {
    workflow_name: workflowName,
    secrets,
    run,
    definition,
    failing,
    path: steps,
    steps_before: (steps[0]?.steps ?? 0) - steps.length,
    upstream,
    earlier,
    last_success: last_success ?? null,
  }
}
