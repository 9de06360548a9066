import type { FlowStep } from '@atrium/contract/flow-steps'
import type { TestError } from '@atrium/contract/test-runs'
import type { LearnedAction } from '../steps/action-store.ts'
import type { TestRunRow } from '../tables.ts'
import type { PageChange } from './report/reported-ending.ts'
import type { EndedStatus } from './test-run-store.ts'

/** A run as its worker took it, and what came of it since. */
export interface HeldRun extends TestRunRow {
  worker: string
  model_calls: number
  steps: readonly FlowStep[]
  learned: LearnedAction[]
}

/** What the steps of a run came to. */
export interface FlowOutcome {
  status: EndedStatus
  error: TestError | null
  page: PageChange | null
}

/** Somebody else has the run now, or it has ended: nothing more is to be written. */
export class RunLost extends Error {
  override readonly name = 'RunLost'
}

export const BROKEN: TestError = {
  code: 'internal_error',
  message: 'Something went wrong on the server. Run the test again.',
}

/** What keeps a test from being carried out, as opposed to what it finds out. */
const NOT_CARRIED_OUT: readonly TestError['code'][] = [
  'model_unavailable',
  'browser_unavailable',
  'sign_in_failed',
  'worker_lost',
  'internal_error',
]

export function outcomeOf(status: EndedStatus, error: TestError | null): FlowOutcome {
  return { status, error, page: null }
}

export function failedBy(error: TestError): FlowOutcome {
  return outcomeOf(NOT_CARRIED_OUT.includes(error.code) ? 'error' : 'failed', error)
}

export function timedOut({ flow }: Pick<TestRunRow, 'flow'>): FlowOutcome {
  const message = `The run took longer than ${flow.timeout_seconds} seconds.`
  return outcomeOf('cancelled', { code: 'run_timed_out', message })
}
