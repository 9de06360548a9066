import type { TestError, TestFault } from '@atrium/contract/test-runs'
import { BrowserFailure, type BrowserFault } from '../../../ports/browser/port.ts'
import { ModelUnavailable, type UnavailableReason } from '../../../ports/language-model/port.ts'
import { NoSuchValue } from './variables.ts'

/** Why a step did not come to its end as it should. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure'
  readonly code: TestFault

  constructor(code: TestFault, message: string) {
    super(message)
    this.code = code
  }
}

/** What people read about it; null for faults of ours. */
export function testErrorOf(error: unknown): TestError | null {
  if (error instanceof StepFailure) return { code: error.code, message: error.message }
  if (error instanceof BrowserFailure) return { code: BROWSER_FAULTS[error.fault], message: error.message }
  if (error instanceof NoSuchValue) return { code: 'not_understood', message: error.message }
  // Its own message is for the log.
  if (error instanceof ModelUnavailable)
    return { code: 'model_unavailable', message: MODEL_FAULTS[error.reason] ?? UNREACHABLE }
  return null
}

const BROWSER_FAULTS: Record<BrowserFault, TestFault> = {
  unavailable: 'browser_unavailable',
  unreachable: 'page_unreachable',
  not_allowed: 'host_not_allowed',
  not_found: 'element_not_found',
  ambiguous: 'element_ambiguous',
  timed_out: 'step_timed_out',
  crashed: 'page_crashed',
  invalid: 'not_understood',
}

const UNREACHABLE = 'The language model cannot be reached right now; run the test again later.'
const MODEL_FAULTS: Partial<Record<UnavailableReason, string>> = {
  not_configured: 'No language model is configured; give the step params, or connect a model.',
  refused: 'The language model refused the request; check how it is connected.',
  budget_used: 'The workspace has used its language model for today; run the test again tomorrow.',
}
