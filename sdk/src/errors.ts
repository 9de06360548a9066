import type { ErrorCode } from '@atrium/contract'

/** One row of a 422: where, what and which kind. */
export interface FieldError {
  /** Part of the request, then the way to the value: `['body', 'steps', 0, 'name']`. */
  loc: (string | number)[]
  /** A sentence for people. */
  msg: string
  /** Which kind of mistake, for programs: `missing`, `string_too_long` … */
  type: string
}

/** One row of `bulk_refused`: who, and why. */
export interface ItemError {
  email: string
  message: string
  error_code: string
}

/** The API answered with a refusal, or with something that is no answer of this API. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** One of the contract's codes; another string when a proxy or a newer server answered. */
  readonly code: ErrorCode | (string & {})
  readonly detail: unknown
  readonly request_id: string | null
  /** Seconds to wait before another try, when the server said so. */
  readonly retry_after: number | null
  /** Which values were not accepted, and why: the rows of a 422, and the fields that a rule refuses. Else empty. */
  readonly fields: readonly FieldError[]
  /** Whom a change of several was refused for, and why. Otherwise empty. */
  readonly items: readonly ItemError[]
  /** The whole body, for the codes that carry more than the fields above. */
  readonly body: unknown

  constructor(status: number, headers: Headers, body: unknown) {
    const parts = isRecord(body) ? body : {}
    super(textOr(parts.message, `The server answered ${status} without an explanation.`))
    this.status = status
    this.code = textOr(parts.code, 'unknown_error')
    this.detail = parts.detail ?? body
    this.request_id = textOr(parts.request_id, headers.get('x-request-id'))
    this.retry_after = secondsOf(headers.get('retry-after'))
    this.fields = fieldsOf(status, parts, this)
    this.items = Array.isArray(parts.errors) ? parts.errors.filter(isItemError) : []
    this.body = body
  }
}

/** No answer came: refused, cut off, or later than the time-out. `cause` says which. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly url: string

  constructor(url: string, reason: string, cause: unknown) {
    super(`${url} did not answer: ${reason}`, { cause })
    this.url = url
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOr<F>(value: unknown, otherwise: F): string | F {
  return typeof value === 'string' ? value : otherwise
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(value: string | null): number | null {
  if (value === null || value.trim() === '') return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

function fieldsOf(
  status: number,
  { detail, fields }: Record<string, unknown>,
  { code, message }: ApiError,
): FieldError[] {
  if (status === 422 && Array.isArray(detail)) return detail.filter(isFieldError)
  // G603
  const named = Array.isArray(fields) ? fields.filter((name) => typeof name === 'string') : []
  return named.map((name) => ({ loc: ['body', ...name.split('.')], msg: message, type: code }))
}

function isFieldError(row: unknown): row is FieldError {
  return isRecord(row) && Array.isArray(row.loc) && typeof row.msg === 'string'
}

function isItemError(row: unknown): row is ItemError {
  return isRecord(row) && [row.email, row.message, row.error_code].every((part) => typeof part === 'string')
}
