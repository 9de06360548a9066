/** Which calls are sent again, and when. Pure. */
import type { OutboundOutcome } from '../../../ports/outbound-http/port.ts'
import type { ServiceRequest } from './send-call.ts'

export const MOST_ATTEMPTS = 3
/** Before the second and the third attempt, where the service does not say. */
const BACK_OFF_MS = [200, 800]

/**
 * Milliseconds until the same request is sent again after attempt number `attempt`, or null when its outcome stands.
 * What changes something is repeated only where it surely was not carried out, or where its key tells repeats apart.
 */
export function waitBeforeNext(
  request: Pick<ServiceRequest, 'method' | 'headers'>,
  outcome: OutboundOutcome,
  attempt: number,
  now: number,
): number | null {
  const usual = attempt < MOST_ATTEMPTS ? BACK_OFF_MS[attempt - 1] : undefined
  if (usual === undefined) return null
  if (outcome.kind === 'failed') {
    const isPassing = PASSING.has(outcome.error_type) && (!outcome.sent || isRepeatable(request))
    return isPassing ? usual : null
  }
  const mayBeRepeated = outcome.status === 429 || (outcome.status === 503 && isRepeatable(request))
  return mayBeRepeated ? (askedWait(outcome.headers, now) ?? usual) : null
}

/** What `Retry-After` asks for, in milliseconds: seconds, or a moment. Null when it says nothing that can be read. */
export function askedWait(headers: Readonly<Record<string, string>>, now: number): number | null {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text) * 1_000
  // A date has a name of a month in it; `Date.parse` makes years of bare numbers.
  const moment = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? null : Math.max(0, moment - now)
}

const PASSING = new Set(['connection_refused', 'connection_reset', 'dns_error', 'network_error'])
/** By these a read becomes something else on its way. */
const OVERRIDES = /^x-(http-)?method(-override)?$/

function isRepeatable({ method, headers }: Pick<ServiceRequest, 'method' | 'headers'>): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  if (names.includes('idempotency-key')) return true
  return (method === 'GET' || method === 'HEAD') && !names.some((name) => OVERRIDES.test(name))
}
