import type { CancelReason, TestError, TestReport } from '@atrium/contract/test-runs'

export interface ReportedEnding {
  status: TestReport['verdict']
  error: TestError | null
  cancel_reason: CancelReason | null
  model_calls: number
  /** How the page of the step that failed differs from the one of the last good run, where both are known. */
  page?: PageChange | null
}

export interface PageChange {
  step_id: string
  /** Lines of the page that only the last good run had, and only this one. */
  before: string
  after: string
}
