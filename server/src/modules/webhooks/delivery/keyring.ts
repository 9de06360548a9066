import { createCache } from '../../../platform/cache.ts'
import { type SigningKey, signingKey } from '../signing.ts'
import type { AttemptDeps } from './attempt.ts'

const MOST_KEYS = 1_000

/** Opening a secret costs more than signing many events with it, so the keys in use are kept open. */
export function createKeyring(
  openSecret: (webhookId: string, sealed: string) => string,
): AttemptDeps['keysOf'] {
  const keys = createCache<SigningKey>({ most: MOST_KEYS })

  function keyOf(webhookId: string, sealed: string): SigningKey {
    // With the webhook: a secret that was copied to another row must fail to open there every time.
    const name = `${webhookId} ${sealed}`
    const known = keys.get(name)
    if (known) return known
    const key = signingKey(openSecret(webhookId, sealed))
    keys.set(name, key)
    return key
  }

  return ({ webhook_id, secret, previous_secret }) =>
    [secret, previous_secret].filter((one) => one !== null).map((sealed) => keyOf(webhook_id, sealed))
}
