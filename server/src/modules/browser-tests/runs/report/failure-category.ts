import type { TestFault, TestReport } from '@atrium/contract/test-runs'
import type { TestRunStepRow } from '../../tables.ts'
import { isServerFault, isUncaught } from './first-bad-state.ts'
import type { ReportedEnding } from './reported-ending.ts'

export type FailureCategory = TestReport['failure_category']
type Noted = Pick<
  TestRunStepRow,
  'id' | 'status' | 'kind' | 'error' | 'performed' | 'console_errors' | 'failed_requests'
>

/** Nothing that the app or the test could have done about it. */
const ENVIRONMENT: readonly TestFault[] = [
  'page_unreachable',
  'host_not_allowed',
  'browser_unavailable',
  'worker_lost',
  'sign_in_failed',
  'run_timed_out',
  'page_crashed',
]
const AGENT: readonly TestFault[] = ['not_understood', 'model_unavailable', 'internal_error']

/** Whose fault it is; null for a run that passed, and for one that was cancelled unless it took too long. */
export function categorize(facts: {
  ending: Pick<ReportedEnding, 'status' | 'error' | 'cancel_reason' | 'page'>
  failed: Noted | null
  /** The same step in the last run that passed. */
  lastGood: Pick<TestRunStepRow, 'status' | 'performed'> | null
  passedBefore: boolean
  /** Something went wrong in the pages before the step failed. */
  hasTrouble: boolean
}): FailureCategory {
  const { ending, failed, passedBefore } = facts
  const isTimeout = ending.cancel_reason === 'timeout'
  if (ending.status === 'passed' || (ending.status === 'cancelled' && !isTimeout)) return null
  const code = failed?.error?.code ?? ending.error?.code ?? 'internal_error'
  if (isTimeout || ENVIRONMENT.includes(code)) return 'environment'
  if (AGENT.includes(code)) return 'agent_error'
  if (passedBefore) return 'flaky'
  if (failed && isBroken(failed)) return 'app_bug'
  if (code === 'element_not_found' || code === 'element_ambiguous')
    return facts.hasTrouble || isGone(facts) ? 'app_bug' : 'test_outdated'
  return 'app_bug'
}

/** The page or its server failed while the step was carried out. */
function isBroken({ failed_requests, console_errors }: Noted): boolean {
  return failed_requests.some(isServerFault) || console_errors.some(isUncaught)
}

/**
 * The last good run found the element, and now the page has none of its kind at all. Where one of its kind is there, it goes
 * by another name now, and the test is behind.
 */
function isGone({ ending, lastGood }: Parameters<typeof categorize>[0]): boolean {
  const role = lastGood?.status === 'passed' ? lastGood.performed?.target?.role : undefined
  if (role === undefined || !ending.page) return false
  return !ending.page.after.split('\n').some((line) => rolesIn(line) === role)
}

/** Lines of a page begin with the role of the element: `- button "Add to cart"`. */
function rolesIn(line: string): string {
  return /^\s*-?\s*([a-z]+)/i.exec(line)?.[1]?.toLowerCase() ?? ''
}
