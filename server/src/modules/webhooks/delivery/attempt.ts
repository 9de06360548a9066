import type { Clock } from '../../../platform/clock.ts'
import { type OutboundHttp, type OutboundOutcome, responseText } from '../../../ports/outbound-http/port.ts'
import { deliveryHeaders } from '../signing.ts'

export interface AttemptDeps {
  clock: Clock
  outboundHttp: OutboundHttp
  /** From how a webhook's secret is stored to how it was shown. */
  openSecret(webhookId: string, sealed: string): string
}

/** Where to send, and what to sign with: the previous secret only while it still counts. */
export interface Target {
  id: string
  target_url: string
  secret: string | null
  previous_secret: string | null
}

export interface ToSend {
  id: string
  event_id: string
  body: Buffer
}

const KEPT_BYTES = 512

/** The secrets to sign with, newest first. */
export function secretsOf(
  { openSecret }: Pick<AttemptDeps, 'openSecret'>,
  { id, secret, previous_secret }: Target,
): string[] {
  return [secret, previous_secret].filter((one) => one !== null).map((sealed) => openSecret(id, sealed))
}

/** Sends an event once. */
export async function attemptDelivery(
  deps: Pick<AttemptDeps, 'clock' | 'outboundHttp'>,
  target: Pick<Target, 'target_url'>,
  secrets: readonly string[],
  delivery: ToSend,
  deadlineMs: number,
) {
  const startedAt = deps.clock.now()
  const outcome = await deps.outboundHttp.send({
    method: 'POST',
    url: target.target_url,
    headers: deliveryHeaders(
      { id: delivery.event_id, deliveryId: delivery.id, body: delivery.body },
      secrets,
      startedAt,
    ),
    body: delivery.body,
    deadlineMs,
    keepBody: KEPT_BYTES,
    keepBodyWhen: 'refused',
  })
  return { outcome, startedAt }
}

export function isSuccess(outcome: OutboundOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
}

/** An outcome in the words of last_error. */
export function describeOutcome(outcome: OutboundOutcome, startedAt: Date) {
  const ok = isSuccess(outcome)
  const common = { ok, started_at: startedAt.toISOString(), duration_ms: Math.round(outcome.durationMs) }
  if (outcome.kind === 'failed') {
    const { error_type, message } = outcome
    return { ...common, status_code: null, error_type, message, response_body: null }
  }
  const { status, body } = outcome
  if (ok) return { ...common, status_code: status, error_type: null, message: null, response_body: null }
  const message = `The endpoint answered ${status}.`
  return { ...common, status_code: status, error_type: null, message, response_body: responseText(body) }
}
