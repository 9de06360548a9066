import { type ApiError, refuse } from '../../platform/errors.ts'
import { BudgetUsed } from '../../ports/language-model/port.ts'

/** What a caller gets in place of an answer of the model: when to come again, if that is known. */
export function refuseForModel(cause: unknown, message?: string): ApiError {
  if (cause instanceof BudgetUsed) {
    const { quota, limit, retryInSeconds } = cause
    const headers = { 'Retry-After': String(retryInSeconds) }
    return refuse('daily_quota_exceeded', { cause, headers, extra: { quota, limit } })
  }
  return refuse('model_unavailable', { cause, ...(message !== undefined && { message }) })
}
