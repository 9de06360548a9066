import type { TestReport, TestRun } from '../resources.ts'

/** What came of one test. */
export interface TestOutcome {
  flow_id: string
  name: string
  /** `error`: it could not be run to its end. */
  verdict: 'passed' | 'failed' | 'error'
  /** One line on what went wrong; empty when it passed. */
  message: string
  /** As the report has it, or the code of what kept it from running; empty when it passed. */
  category: string
  /** Null when it was never started. */
  run: TestRun | null
}

export function outcomeOf(run: TestRun, report: TestReport | null): TestOutcome {
  const { flow_id, flow_name: name, status, error, cancel_reason, steps } = run
  if (status === 'passed') return { flow_id, name, verdict: 'passed', message: '', category: '', run }
  const failed = steps.find((step) => step.status === 'failed')
  const why = error?.message ?? failed?.error?.message ?? report?.summary ?? `The run was ${status}.`
  const message =
    status === 'cancelled'
      ? `The run was cancelled${cancel_reason ? ` (${cancel_reason})` : ''}.`
      : failed
        ? `${failed.instruction}: ${why}`
        : why
  const category =
    status === 'cancelled'
      ? 'cancelled'
      : (report?.failure_category ?? error?.code ?? failed?.error?.code ?? status)
  return { flow_id, name, verdict: status === 'failed' ? 'failed' : 'error', message, category, run }
}

/** One that could not be started, or did not end in time. */
export function outcomeWithout(
  { id, name }: { id: string; name: string },
  category: string,
  message: string,
  run: TestRun | null = null,
): TestOutcome {
  return { flow_id: id, name, verdict: 'error', message, category, run }
}

export function countOf(outcomes: readonly TestOutcome[], verdict: TestOutcome['verdict']): number {
  return outcomes.filter((outcome) => outcome.verdict === verdict).length
}
