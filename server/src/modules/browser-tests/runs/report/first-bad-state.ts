import type { FailedRequest, TestReport } from '@atrium/contract/test-runs'
import { shorten } from '../../../../platform/text/shorten.ts'
import type { TestRunStepRow } from '../../tables.ts'

export type BadState = NonNullable<TestReport['first_bad_state']>
type Noted = Pick<TestRunStepRow, 'id' | 'status' | 'error' | 'console_errors' | 'failed_requests'>

const LONGEST = 500

/** The first sign of trouble up to the step that failed, which itself is the last one. */
export function findFirstBadState(steps: readonly Noted[]): BadState | null {
  for (const step of steps) {
    const sign = signIn(step)
    if (sign) return { step_id: step.id, ...sign, message: shorten(sign.message, LONGEST) }
    if (step.status === 'failed') break
  }
  const failed = steps.find(({ status }) => status === 'failed')
  if (!failed) return null
  return {
    step_id: failed.id,
    kind: 'step_failed',
    message: shorten(failed.error?.message ?? 'The step failed.', LONGEST),
  }
}

/** A server that fails is behind what the page complains of, so it comes first. */
function signIn({ console_errors, failed_requests }: Noted): Omit<BadState, 'step_id'> | null {
  const request = failed_requests.find(isServerFault) ?? null
  if (request) return { kind: 'failed_request', message: describeRequest(request) }
  const uncaught = console_errors.find(isUncaught)
  if (uncaught !== undefined) return { kind: 'page_error', message: uncaught }
  const [logged] = console_errors
  if (logged !== undefined) return { kind: 'console_error', message: logged }
  const [refused] = failed_requests
  return refused ? { kind: 'failed_request', message: describeRequest(refused) } : null
}

/** It answered with a fault of its own, or not at all. */
export function isServerFault({ status }: Pick<FailedRequest, 'status'>): boolean {
  return status === null || status >= 500
}

export function isUncaught(message: string): boolean {
  return /^uncaught\b|^\w*error:/i.test(message)
}

export function describeRequest({ method, url, status, error }: FailedRequest): string {
  return `${method} ${url}: ${status === null ? (error ?? 'no answer') : `status ${status}`}`
}
