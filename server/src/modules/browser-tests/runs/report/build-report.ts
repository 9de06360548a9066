import type { TestReport } from '@atrium/contract/test-runs'
import type { Db } from '../../../../platform/database/db.ts'
import type { TestRunRow } from '../../tables.ts'
import { artifactStore } from '../artifact-store.ts'
import { testStepStore } from '../test-step-store.ts'
import { earlierRunStore } from './earlier-run-store.ts'
import type { ReportedEnding } from './reported-ending.ts'
import { writeReport } from './write-report.ts'

/** The report of a run that ends now, from what is stored of it and of the runs before. */
export async function buildReport(
  tx: Db,
  run: TestRunRow,
  ending: ReportedEnding,
  now: Date,
): Promise<TestReport> {
  const earlier = earlierRunStore(tx)
  const steps = await testStepStore(tx).list(run.id)
  const artifacts = await artifactStore(tx).list(run.id)
  const lastGood = await earlier.findLastGood(run)
  const goodSteps = lastGood ? await testStepStore(tx).list(lastGood.id) : []
  const passedBefore = ending.status === 'failed' && (await earlier.hasPassedUnchanged(run))
  return writeReport(run, ending, {
    steps,
    artifacts,
    lastGood: lastGood ? { id: lastGood.id, steps: goodSteps } : null,
    passedBefore,
    now,
  })
}
