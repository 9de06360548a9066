/** Sends one request: time-out, retries of what may be repeated, refusals as errors. */
import { ApiError, ConnectionError } from './errors.ts'

export interface HttpRequest {
  method: string
  url: string
  headers: Headers
  body: string | FormData | Blob | null
  credentials: 'omit' | 'same-origin'
  /** Whether sending it twice does no more than sending it once. */
  is_repeatable: boolean
  /** Whether the body is handed over as it comes: the answer is the `Response`, its body unread. */
  is_streamed: boolean
  signal?: AbortSignal | undefined
  /** At most this long in all, retries included; of a stream, until it begins. */
  timeoutMs?: number | undefined
}

export interface HttpAnswer<Body = unknown> {
  status: number
  headers: Headers
  body: Body
}

export interface Transport {
  fetch: typeof globalThis.fetch
  retries: number
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

export const DEFAULT_TIMEOUT_MS = 60_000
export const LONGEST_RETRY_AFTER_SECONDS = 10
const RETRIED_STATUSES = [429, 502, 503, 504]
const FIRST_PAUSE_MS = 250

/** Returns any 2xx; throws ApiError, ConnectionError, or the reason the caller aborted with. */
export async function send(request: HttpRequest, transport: Transport): Promise<HttpAnswer> {
  const { wait = waitFor } = transport
  const end = new AbortController()
  const deadline = end.signal
  const timer = setTimeout(() => end.abort(), request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline
  const retries = request.is_repeatable ? transport.retries : 0

  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return await sendOnce(request, signal, transport)
      } catch (error) {
        const pauseMs = attempt < retries && !signal.aborted ? pauseAfter(error, attempt) : null
        if (pauseMs === null) throw error
        await wait(pauseMs, signal)
        request.signal?.throwIfAborted()
        if (deadline.aborted) throw error
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

async function sendOnce(
  request: HttpRequest,
  signal: AbortSignal,
  { fetch }: Transport,
): Promise<HttpAnswer> {
  const { method, url, headers, body, credentials } = request
  try {
    const response = await fetch(url, { method, headers, credentials, signal, body })
    if (request.is_streamed && response.ok)
      return { status: response.status, headers: response.headers, body: response }
    return read(response, await response.text())
  } catch (error) {
    if (error instanceof ApiError) throw error
    request.signal?.throwIfAborted()
    const reason = signal.aborted ? `no answer within ${secondsText(request)}` : reasonOf(error)
    throw new ConnectionError(addressOf(url), reason, error)
  }
}

function read(response: Response, text: string): HttpAnswer {
  const { status, headers } = response
  const body = parse(text)
  if (!response.ok) throw new ApiError(status, headers, body ?? text)
  // Another program on the same port, or a proxy's page: not an answer a caller could use.
  if (body === undefined) {
    throw new ApiError(status, headers, {
      code: 'not_an_api_answer',
      message: `${addressOf(response.url)} answered ${status} but not with JSON; check the address.`,
      detail: text.slice(0, 500),
    })
  }
  return { status, headers, body }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Milliseconds until the next try, or null when another try would not help. */
function pauseAfter(error: unknown, attempt: number): number | null {
  const backOffMs = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2)
  if (error instanceof ConnectionError) return backOffMs
  if (!(error instanceof ApiError) || !isPassing(error)) return null
  if (error.retry_after === null) return backOffMs
  return error.retry_after <= LONGEST_RETRY_AFTER_SECONDS ? error.retry_after * 1000 + backOffMs : null
}

/** What another try may get past; an earlier one with the same key may still be under way. */
function isPassing({ status, code }: ApiError): boolean {
  return RETRIED_STATUSES.includes(status) || code === 'idempotency_in_progress'
}

/** Resolves after the time, or as soon as the signal fires. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}

function secondsText({ timeoutMs = DEFAULT_TIMEOUT_MS }: HttpRequest): string {
  return `${timeoutMs / 1000} s`
}

/** Node hides what happened one level down: `fetch failed`, caused by ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  if ('code' in cause && cause.code === 'ECONNREFUSED') return 'connection refused'
  return cause.message || cause.name
}

/** A relative address (same origin, in a browser) has no host to name. */
function addressOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'The server'
}
