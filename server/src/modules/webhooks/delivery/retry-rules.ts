import type { OutboundOutcome } from '../../../ports/outbound-http/port.ts'

const JITTER = 0.2

/**
 * Seconds until the next try after attempt number `attempt`, or null when there is none: the list is
 * spent, the endpoint is gone for good (410), or its address may not be called.
 */
export function retryAfter(
  outcome: OutboundOutcome,
  attempt: number,
  waits: readonly number[],
  random: number,
): number | null {
  const wait = waits[attempt - 1]
  if (wait === undefined) return null
  if (outcome.kind === 'failed' && outcome.error_type === 'blocked_address') return null
  if (outcome.kind === 'answered' && outcome.status === 410) return null
  const asked = outcome.kind === 'answered' ? askedWait(outcome.headers['retry-after']) : null
  const jittered = wait * (1 - JITTER + 2 * JITTER * random)
  // An endpoint may ask for more time, up to twice what it would get anyway.
  return asked === null ? jittered : Math.min(Math.max(jittered, asked), wait * 2)
}

/** Retry-After as seconds or as a date; anything else is ignored. */
function askedWait(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const time = Date.parse(header)
  return Number.isNaN(time) ? null : Math.max(0, (time - Date.now()) / 1000)
}
