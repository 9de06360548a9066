import { MAX_RESPONSE_BODY_BYTES } from '@atrium/contract/webhook-limits'
import type { Clock } from '../../../platform/clock.ts'
import { type OutboundHttp, type OutboundOutcome, responseText } from '../../../ports/outbound-http/port.ts'
import { deliveryHeaders, type SigningKey, signaturesIn } from '../signing.ts'
import { keptHeaders } from './response-headers.ts'

export interface AttemptDeps {
  clock: Clock
  outboundHttp: OutboundHttp
  /** What to sign with, newest first. */
  keysOf(target: Target): SigningKey[]
}

/** Where to send, and what to sign with: the previous secret only while it still counts. */
export interface Target {
  webhook_id: string
  target_url: string
  secret: string | null
  previous_secret: string | null
}

export interface ToSend {
  id: string
  event_id: string
  body: string
}

/** Sends an event once. */
export async function attemptDelivery(
  deps: Pick<AttemptDeps, 'clock' | 'outboundHttp'>,
  target: Pick<Target, 'target_url'>,
  keys: readonly SigningKey[],
  delivery: ToSend,
  deadlineMs: number,
): Promise<Attempted> {
  const startedAt = deps.clock.now()
  const body = Buffer.from(delivery.body) // once, for both signatures and the line
  const headers = deliveryHeaders({ id: delivery.event_id, deliveryId: delivery.id, body }, keys, startedAt)
  const outcome = await deps.outboundHttp.send({
    method: 'POST',
    url: target.target_url,
    headers,
    body,
    deadlineMs,
    keepBody: MAX_RESPONSE_BODY_BYTES,
    keepBodyWhen: 'refused',
  })
  return { outcome, startedAt, signatures: signaturesIn(headers) }
}

export function isSuccess(outcome: OutboundOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
}

/** What was sent, and what came of it. */
export interface Attempted {
  outcome: OutboundOutcome
  startedAt: Date
  signatures: string
}

/** An outcome in the words of last_error. */
export function describeOutcome({ outcome, startedAt, signatures }: Attempted) {
  const ok = isSuccess(outcome)
  const common = {
    ok,
    started_at: startedAt.toISOString(),
    duration_ms: Math.round(outcome.durationMs),
    signatures,
    response_headers: outcome.kind === 'answered' ? keptHeaders(outcome.headers) : null,
  }
  if (outcome.kind === 'failed') {
    const { error_type, message } = outcome
    return { ...common, status_code: null, error_type, message, response_body: null }
  }
  const { status, body } = outcome
  if (ok) return { ...common, status_code: status, error_type: null, message: null, response_body: null }
  const message = `The endpoint answered ${status}.`
  return { ...common, status_code: status, error_type: null, message, response_body: responseText(body) }
}
