import type { TestReport } from '@atrium/contract/test-runs'
import type { ArtifactRow, TestRunRow, TestRunStepRow } from '../../tables.ts'
import { describeDifferences } from './describe-differences.ts'
import { categorize } from './failure-category.ts'
import { findFirstBadState } from './first-bad-state.ts'
import type { ReportedEnding } from './reported-ending.ts'
import { summarize } from './summarize.ts'

export interface ReportFacts {
  steps: readonly TestRunStepRow[]
  artifacts: readonly ArtifactRow[]
  lastGood: { id: string; steps: readonly TestRunStepRow[] } | null
  /** One of the last runs passed, with the same test and the same app. */
  passedBefore: boolean
  now: Date
}

export function writeReport(
  run: Pick<TestRunRow, 'id' | 'flow_id' | 'flow_name' | 'flow'>,
  ending: ReportedEnding,
  facts: ReportFacts,
): TestReport {
  const { steps, artifacts, lastGood, now } = facts
  const failed = steps.find(({ status }) => status === 'failed') ?? null
  const isFailure = ending.status === 'failed' || ending.status === 'error'
  const first_bad_state = isFailure ? findFirstBadState(steps) : null
  const failure_category = categorize({
    ending,
    failed,
    lastGood: lastGood?.steps.find((step) => step.id === failed?.id) ?? null,
    passedBefore: facts.passedBefore,
    hasTrouble: first_bad_state !== null && first_bad_state.kind !== 'step_failed',
  })
  return {
    execution_id: run.id,
    flow_id: run.flow_id,
    flow_name: run.flow_name,
    verdict: ending.status,
    summary: summarize({ run, ending, steps, first_bad_state, failure_category }),
    failure_category,
    failed_step_id: failed?.id ?? null,
    first_bad_state,
    healed: steps.flatMap(({ id, healed }) => (healed ? [{ step_id: id, ...healed }] : [])),
    artifacts: artifacts.map(({ id, kind, step_id, content_type, bytes, created_date }) => ({
      id,
      kind,
      step_id,
      content_type,
      bytes,
      created_date: created_date.toISOString(),
    })),
    last_good_execution_id: lastGood?.id ?? null,
    differences: lastGood ? describeDifferences(lastGood.steps, steps, ending.page ?? null) : [],
    model_calls: ending.model_calls,
    generated_at: now.toISOString(),
  }
}
