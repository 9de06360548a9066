import { createHmac, createSecretKey, randomBytes } from 'node:crypto'

/** Shown once; the simple scheme signs with the text as shown, Standard Webhooks with the bytes behind the prefix. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** The headers by which a receiver knows that an event comes from us and is not an old one. */
export function deliveryHeaders(
  event: { id: string; deliveryId: string; body: Buffer },
  secrets: readonly string[],
  now: Date,
) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const [current] = secrets
  return {
    'content-type': 'application/json',
    'user-agent': 'Atrium-Webhooks/1',
    'x-service-delivery': event.deliveryId,
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    ...(current !== undefined && {
      'x-service-signature': plainSignature(current, event.body),
      'webhook-signature': secrets
        .map((secret) => standardSignature(secret, event.id, timestamp, event.body))
        .join(' '),
    }),
  }
}

/** Lower-case hex HMAC-SHA256 of the exact body, keyed by the secret as shown. */
export function plainSignature(secret: string, body: Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

function standardSignature(secret: string, id: string, timestamp: string, body: Buffer): string {
  // As a key object: given as bytes, a key costs five times the signature.
  const key = createSecretKey(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}
