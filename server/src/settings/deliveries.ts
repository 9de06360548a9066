/** What the settings mean for deliveries of webhooks. */
import type { DeliverySettings } from '../modules/webhooks/index.ts'
import type { Config } from './config.ts'

const SLOW_MS = 1_000
/** A lease outlives the longest attempt by so much, for whatever else holds a node up. */
const LEASE_ATTEMPTS = 4

export function deliverySettings(config: Config): DeliverySettings {
  const attemptMs = config.webhook_timeout_seconds * 1000
  return {
    retryWaits: config.webhook_retry_seconds,
    attemptMs,
    slowMs: Math.min(SLOW_MS, attemptMs / 2),
    leaseSeconds: config.webhook_timeout_seconds * LEASE_ATTEMPTS,
  }
}
