import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessTestRun } from './access-test-run.ts'
import { artifactStore } from './artifact-store.ts'
import { writeReport } from './report/write-report.ts'

/** Its artifacts are those that are left. */
export async function readTestReport(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.test_runs.report>,
) {
  const { run } = await accessTestRun(deps, caller, params, 'viewer')
  const { completed_at, status } = run
  if (!completed_at || status === 'queued' || status === 'running') throw refuse('test_run_unfinished')
  const left = new Set((await artifactStore(deps.db).list(run.id)).map(({ id }) => id))
  if (run.report) return { ...run.report, artifacts: run.report.artifacts.filter(({ id }) => left.has(id)) }
  // It came with an archive, which holds no steps: what is known of it is how it ended.
  const ending = { status, error: run.error, cancel_reason: run.cancel_reason, model_calls: 0 }
  return writeReport(run, ending, {
    ...{ steps: [], artifacts: [], lastGood: null, passedBefore: false },
    now: completed_at,
  })
}
