/** How calls of the sandbox end. */
import type { Done, RejectionReason } from './port.ts'

export function done<T>(value: T): Done<T> {
  return { outcome: 'done', value }
}

export function rejected(...reasons: RejectionReason[]) {
  return { outcome: 'rejected', reasons } as const
}

export const NOT_REACHED = {
  outcome: 'unavailable',
  message: 'The ad platform could not be reached.',
} as const
export const ANSWER_LOST = { outcome: 'unknown', message: 'The ad platform did not answer in time.' } as const
export const NO_ACCOUNT = rejected({
  code: 'AuthorizationError.CUSTOMER_NOT_FOUND',
  message: 'There is no such account.',
})
export const STOPPED = rejected({
  code: 'AuthorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT',
  message: 'The account is not enabled.',
})
export const NO_CAMPAIGN = rejected({
  code: 'RequestError.RESOURCE_NOT_FOUND',
  message: 'There is no such campaign.',
})
export const REMOVED = rejected({
  code: 'ContextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
  message: 'The campaign is removed for ever.',
})
