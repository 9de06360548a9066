import type { CancelReason, TestError } from '@atrium/contract/test-runs'
import type { Db } from '../../../platform/database/db.ts'
import { billingOfApp } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { TestRunRow } from '../tables.ts'
import { buildReport } from './report/build-report.ts'
import type { PageChange } from './report/reported-ending.ts'
import { notifyOfEnd } from './test-run-changes.ts'
import { creditUseOf } from './test-run-credits.ts'
import { type EndedStatus, testRunStore } from './test-run-store.ts'
import { testStepStore } from './test-step-store.ts'

export interface RunEnding {
  status: EndedStatus
  error: TestError | null
  cancel_reason: CancelReason | null
  model_calls: number
  page?: PageChange | null
}

/** Ends a run that is locked by `lockOpen`, with its report, its price and its notice, all in the same transaction. */
export async function endTestRun(
  { clock, credits, testNotices }: Pick<Deps, 'clock' | 'credits' | 'testNotices'>,
  tx: Db,
  run: TestRunRow,
  ending: RunEnding,
): Promise<void> {
  const { status, error, cancel_reason } = ending
  const now = clock.now()
  const store = testRunStore(tx)
  await testStepStore(tx).endOpen(run.id, error?.code === 'run_timed_out' ? error : null, now)
  const report = await buildReport(tx, run, ending, now)
  await store.end(run.id, { status, error, cancel_reason, report }, now)
  const { id, app_id, flow_id, flow_name, trigger } = run
  await testNotices.ended(tx, { id, app_id, flow_id, flow_name, status, trigger })
  await notifyOfEnd(tx, id)
  // Last, since others wait for the count of the workspace.
  const billing = await billingOfApp(tx, app_id)
  if (billing && (status === 'passed' || status === 'failed'))
    await credits.spend(tx, creditUseOf(run, billing.workspace_id))
  else await credits.release(tx, id)
}
