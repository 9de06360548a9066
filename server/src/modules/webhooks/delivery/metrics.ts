import type { Metrics } from '../../../platform/metrics.ts'
import type { Outcome } from './outcome.ts'

/** What the engine reports of its work. */
export interface DeliveryMetrics {
  attempt(outcome: Outcome): void
  firstAttemptAfter(seconds: number): void
  turnedOff(): void
  leaseLost(count: number): void
}

const DELAYS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300]

export function createDeliveryMetrics(metrics: Metrics): DeliveryMetrics {
  const attempts = metrics.counter('atrium_webhook_attempts_total', 'Attempts to deliver, by outcome', [
    'outcome',
  ])
  const delay = metrics.histogram(
    'atrium_webhook_first_attempt_seconds',
    'Time from storing a delivery to its first attempt',
    DELAYS,
  )
  const turnOffs = metrics.counter('atrium_webhook_turn_offs_total', 'Webhooks turned off after failing', [])
  const losses = metrics.counter(
    'atrium_webhook_lease_losses_total',
    'Outcomes that came after their lease',
    [],
  )
  return {
    attempt: ({ ok, error_type, status_code }) =>
      attempts({
        outcome: ok ? 'succeeded' : (error_type ?? `status_${Math.floor((status_code ?? 0) / 100)}xx`),
      }),
    firstAttemptAfter: delay,
    turnedOff: () => turnOffs({}),
    leaseLost: (count) => losses({}, count),
  }
}
