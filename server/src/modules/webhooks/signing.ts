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
  const [current] = keys
  if (current === undefined) return headersAsSent(event, '', now)
  const timestamp = timestampOf(now)
  const standard = keys.map((key) => standardSignature(key, event.id, timestamp, event.body))
  return headersAsSent(event, [plainSignature(current, event.body), ...standard].join(' '), now)
}

export interface DeliveryHeaders extends Record<string, string> {
  'webhook-id': string
  'webhook-timestamp': string
  'x-service-delivery': string
}

/** The headers once more, from the signatures that were kept: the plain one, then one for each secret; or none. */
export function headersAsSent(
  event: { id: string; deliveryId: string },
  signatures: string,
  now: Date,
): DeliveryHeaders {
  const end = signatures.indexOf(' ')
  return {
    'content-type': 'application/json',
    'user-agent': 'Atrium-Webhooks/1',
    'x-service-delivery': event.deliveryId,
    'webhook-id': event.id,
    'webhook-timestamp': timestampOf(now),
    ...(end > 0 && {
      [PLAIN]: signatures.slice(0, end),
      [STANDARD]: signatures.slice(end + 1),
    }),
  }
}

/** What is kept of the headers of a request; the rest of them follows from the delivery. */
export function signaturesIn(headers: DeliveryHeaders): string {
  return PLAIN in headers ? `${headers[PLAIN]} ${headers[STANDARD]}` : ''
}

const PLAIN = 'x-service-signature'
const STANDARD = 'webhook-signature'
const timestampOf = (now: Date) => String(Math.floor(now.getTime() / 1000))

/** Lower-case hex HMAC-SHA256 of the exact body, keyed by the secret as shown. */
function plainSignature({ plain }: SigningKey, body: Buffer): string {
  return createHmac('sha256', plain).update(body).digest('hex')
}

function standardSignature({ standard }: SigningKey, id: string, timestamp: string, body: Buffer): string {
  return `v1,${createHmac('sha256', standard).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}
