import { ModelUnavailable, type UnavailableReason } from './port.ts'

/** A failure that may be over in a moment. */
export class PassingFailure extends ModelUnavailable {
  readonly retryInMs: number

  constructor(reason: UnavailableReason, message: string, retryInMs: number) {
    super(reason, message)
    this.retryInMs = retryInMs
  }
}

export const DEFAULT_RETRY_MS = 500
/** Who is asked to wait longer than this gets the failure instead. */
export const LONGEST_RETRY_MS = 20_000

/** What the vendor's library threw, in our words: without its request, its headers and the key. */
export function explainFailure(error: unknown, { now, secret }: { now: Date; secret: string | null }) {
  const status = field(error, 'statusCode')
  if (typeof status !== 'number' || status < 400) return brokenConnection(error)

  const said = withoutSecret(String(field(error, 'message') ?? ''), secret).slice(0, LONGEST_QUOTE)
  const message = `The language model’s server answered ${status}: ${said}`
  if (status !== 429 && status < 500) return new ModelUnavailable('refused', message)

  const reason = status === 429 || status === 503 ? 'overloaded' : 'unreachable'
  const retryInMs = readRetryAfter(field(field(error, 'responseHeaders'), 'retry-after'), now)
  return retryInMs > LONGEST_RETRY_MS
    ? new ModelUnavailable(reason, message)
    : new PassingFailure(reason, message, retryInMs)
}

const LONGEST_QUOTE = 200

/** Of errors without a status only the code is reported: their messages may quote the address or the body. */
function brokenConnection(error: unknown): ModelUnavailable {
  const code = networkCode(error)
  if (code === null) {
    const message = 'The language model’s answer broke off or was not readable.'
    return new PassingFailure('unreachable', message, DEFAULT_RETRY_MS)
  }
  const message = `The language model’s server could not be reached (${code}).`
  return RESETS.has(code)
    ? new PassingFailure('unreachable', message, DEFAULT_RETRY_MS)
    : new ModelUnavailable('unreachable', message)
}

const RESETS = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

function networkCode(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const code = field(at, 'code')
    if (typeof code === 'string') return code
  }
  return null
}

function readRetryAfter(header: unknown, now: Date): number {
  if (typeof header !== 'string' || header.trim() === '') return DEFAULT_RETRY_MS
  const seconds = Number(header)
  if (seconds >= 0) return seconds * 1000
  const until = Date.parse(header)
  return Number.isNaN(until) ? DEFAULT_RETRY_MS : Math.max(0, until - now.getTime())
}

function withoutSecret(text: string, secret: string | null): string {
  return secret ? text.replaceAll(secret, '[secret]') : text
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
