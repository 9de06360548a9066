import { type ErrorCode, errors } from '@atrium/contract'
import { validationMessage } from './validation-message.ts'

/** A refusal on its way out: status and text come from the contract, the cause stays in the log. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly detail: string | readonly ValidationRow[]
  /** Further fields of the answer's body, for example which fields a rule refused. */
  readonly extra: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    const [row] = options.detail ?? []
    const message = options.message ?? (row ? validationMessage(row) : errors[code].message)
    super(message, { cause: options.cause })
    this.code = code
    this.status = errors[code].status
    this.detail = options.detail ?? message
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
  }
}

export interface RefusalOptions {
  /** Instead of the contract's sentence, when the place can say more precisely what to do. */
  message?: string
  detail?: readonly ValidationRow[]
  extra?: Record<string, unknown>
  headers?: Record<string, string>
  cause?: unknown
}

/** One row of a 422, in the words of pydantic v2. */
export interface ValidationRow {
  loc: (string | number)[]
  msg: string
  type: string
}

/** `throw refuse('folder_not_found')` */
export function refuse(code: ErrorCode, options: RefusalOptions = {}): ApiError {
  return new ApiError(code, options)
}

/** A 422 for a rule that a schema cannot say. */
export function invalid(loc: (string | number)[], type: string, msg: string): ApiError {
  return new ApiError('validation_error', { detail: [{ loc, msg, type }] })
}
