import { redact } from '../../../platform/text/redact.ts'
import type { StepRow } from '../tables.ts'
import type { ListedRun } from './run-read-store.ts'

/** What went in and came out may be more than a viewer may read by the rules of the app: it is for editors. */
export type Audience = 'viewer' | 'editor'

export function presentListed(run: ListedRun) {
  const { started_at, completed_at, error } = run
  return {
    id: run.id,
    workflow_id: run.workflow_id,
    workflow_name: run.workflow_name,
    status: run.status,
    trigger_type: run.trigger_type,
    started_at,
    completed_at,
    duration_ms: started_at && completed_at ? completed_at.getTime() - started_at.getTime() : null,
    error: error && { message: error.message, code: error.code, step_id: error.step_id },
    is_test_run: run.is_test_run,
    version: run.version,
    replay_of_run_id: run.replay_of_run_id,
    created_date: run.created_date,
  }
}

export function presentStep(step: StepRow, audience: Audience) {
  const { id, name, type, status, attempt, started_at, completed_at, error } = step
  return {
    id,
    name,
    type,
    status,
    attempt,
    started_at,
    completed_at,
    input: shownTo(audience, step.input),
    output: shownTo(audience, step.output),
    error: error && { message: error.message, code: error.code, status: error.status },
  }
}

/** Secrets are masked for everybody. */
export function shownTo(audience: Audience, value: unknown): unknown {
  return audience === 'editor' ? redact(value) : null
}
