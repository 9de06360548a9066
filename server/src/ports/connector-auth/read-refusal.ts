/** Why a service gave no token: for people, without anything secret. */
import { valueAt } from '../../platform/json-pointer.ts'
import { oneLine } from '../../platform/text/one-line.ts'
import { redact } from '../../platform/text/redact.ts'
import type { TokenOutcome } from './port.ts'

/** Whether an answer with a good status says that it failed. */
export function isFailure(answer: unknown, errorAt: string | undefined, hasToken: boolean): boolean {
  if (valueAt(answer, '/ok') === false || valueAt(answer, '/success') === false) return true
  if (errorAt !== undefined && isError(valueAt(answer, errorAt))) return true
  return !hasToken && isError(valueAt(answer, '/error'))
}

/** Numbers and words that services put there when all went well. */
const FINE = /^(0|ok|success)?$/i

function isError(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false
  return typeof value === 'object' || !FINE.test(String(value))
}

export function readRefusal(
  answer: unknown,
  { status, errorAt, secrets }: { status: number; errorAt: string | undefined; secrets: readonly string[] },
): TokenOutcome {
  const code = firstText(answer, [...(errorAt === undefined ? [] : [errorAt]), ...CODES], /^[\w.: -]{1,80}$/)
  const said = firstText(answer, SENTENCES, /\S/)
  const error = redact(code ?? `status_${status}`, secrets)
  const reason = said === null ? '' : `: ${oneLine(redact(said, secrets), 200)}`
  return {
    kind: 'refused',
    error,
    message: `The service refused (${error})${reason}`,
    isFinal: FINAL.has(error.toLowerCase()),
  }
}

/**
 * The grant itself is no longer good: revoked, expired, used, or given to another client. A wrong client secret
 * (`invalid_client`) is not among them: an admin repairs it, and the same grant works again.
 */
const FINAL = new Set([
  'invalid_grant',
  'unauthorized_client',
  'access_denied',
  'bad_refresh_token',
  'bad_verification_code',
  'invalid_code',
  'code_already_used',
  'code_expired',
  'invalid_refresh_token',
  'token_revoked',
  'token_expired',
  'account_inactive',
])

const CODES = ['/error', '/error/code', '/error/type', '/error/status', '/errorCode', '/error_code', '/code']
const SENTENCES = [
  '/error_description',
  '/error/message',
  '/error_message',
  '/errorSummary',
  '/message',
  '/detail',
  '/errors/0/message',
]

function firstText(answer: unknown, pointers: readonly string[], fitting: RegExp): string | null {
  for (const pointer of pointers) {
    const value = valueAt(answer, pointer)
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && fitting.test(text)) return text
  }
  return null
}
