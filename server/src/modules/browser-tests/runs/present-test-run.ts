import type { FlowStep } from '@atrium/contract/flow-steps'
import type { Db } from '../../../platform/database/db.ts'
import type { TestRunRow, TestRunStepRow } from '../tables.ts'
import type { ListedTestRun } from './listed-run-store.ts'
import { testStepStore } from './test-step-store.ts'

type Listed = Omit<ListedTestRun, 'step_count' | 'steps_passed'>

export function presentListedTestRun(run: ListedTestRun) {
  return { ...common(run), step_count: run.step_count, steps_passed: run.steps_passed }
}

export async function presentTestRun(db: Db, run: TestRunRow) {
  const steps = await testStepStore(db).list(run.id)
  // Until it begins, what it goes by says which steps there will be.
  const shown = steps.length > 0 || run.completed_at ? steps.map(presentStep) : run.flow.steps.map(waiting)
  return {
    ...common(run),
    goal: run.flow.goal,
    role: run.flow.role,
    step_count: shown.length,
    steps_passed: steps.filter(({ status }) => status === 'passed').length,
    steps: shown,
  }
}

function common(run: Listed) {
  const { id, flow_id, flow_name, status, trigger, started_by, start_url, error, cancel_reason } = run
  const { created_date, started_at, completed_at } = run
  return {
    ...{ id, flow_id, flow_name, status, trigger, started_by, start_url, error, cancel_reason },
    ...{ created_date, started_at, completed_at },
    duration_ms: started_at && completed_at ? completed_at.getTime() - started_at.getTime() : null,
  }
}

function presentStep({ execution_id: _, seq: __, ...step }: TestRunStepRow) {
  return step
}

function waiting({ id, kind, instruction }: FlowStep): ReturnType<typeof presentStep> {
  return {
    ...{ id, kind, instruction, status: 'waiting', resolved_by: null, performed: null, healed: null },
    ...{ extracted: null, url: null, error: null, console_errors: [], failed_requests: [] },
    ...{ screenshot_id: null, snapshot_id: null, started_at: null, completed_at: null },
  }
}
