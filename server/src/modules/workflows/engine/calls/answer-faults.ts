import { Fault } from '../fault.ts'

const PASSING_STATUSES = new Set([408, 425, 429])

/** An answer that is no success, with the beginning of what it said. */
export function statusFault(
  who: string,
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  said: string,
): Fault {
  const quoted = said.trim()
  return new Fault('communication', 'http_status', `${who} answered ${status}${quoted && `: ${quoted}`}`, {
    status,
    retryAfterMs: readRetryAfter(headers['retry-after']),
    isPassing: status >= 500 || PASSING_STATUSES.has(status),
  })
}

/** Seconds, or a moment. */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
