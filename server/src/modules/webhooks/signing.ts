import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/** Shown once; the simple scheme signs with the text as shown, Standard Webhooks with the bytes behind the prefix. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** A secret made ready once for many events: one key for each scheme. */
export interface SigningKey {
  plain: KeyObject
  standard: KeyObject
}

export function signingKey(secret: string): SigningKey {
  return {
    plain: createSecretKey(secret, 'utf8'),
    standard: createSecretKey(secret.replace(/^whsec_/, ''), 'base64'),
  }
}

/** The headers by which a receiver knows that an event comes from us and is not an old one. */
export function deliveryHeaders(
  event: { id: string; deliveryId: string; body: Buffer },
  keys: readonly SigningKey[],
  now: Date,
) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const [current] = keys
  return {
    'content-type': 'application/json',
    'user-agent': 'Atrium-Webhooks/1',
    'x-service-delivery': event.deliveryId,
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    ...(current !== undefined && {
      'x-service-signature': plainSignature(current, event.body),
      'webhook-signature': keys
        .map((key) => standardSignature(key, event.id, timestamp, event.body))
        .join(' '),
    }),
  }
}

/** Lower-case hex HMAC-SHA256 of the exact body, keyed by the secret as shown. */
function plainSignature({ plain }: SigningKey, body: Buffer): string {
  return createHmac('sha256', plain).update(body).digest('hex')
}

function standardSignature({ standard }: SigningKey, id: string, timestamp: string, body: Buffer): string {
  return `v1,${createHmac('sha256', standard).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}
