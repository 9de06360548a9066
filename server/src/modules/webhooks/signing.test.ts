import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { deliveryHeaders, makeWebhookSecret, signingKey } from './signing.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const OLDER = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8='
const BODY = '{"id":"evt_1","type":"message.completed","text":"Grüße"}'
const EVENT = { id: 'evt_1', deliveryId: 'dlv_1', body: Buffer.from(BODY) }
const AT = new Date('2026-11-15T12:00:00.900Z')

describe('a delivery without a secret', () => {
  test('carries its ids and no signature', () => {
    expect(deliveryHeaders(EVENT, [], AT)).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Atrium-Webhooks/1',
      'x-service-delivery': 'dlv_1',
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1794744000',
    })
  })
})

describe('a signed delivery', () => {
  test('has the signatures of the test vectors', () => {
    expect(deliveryHeaders(EVENT, [signingKey(SECRET)], AT)).toMatchObject({
      'x-service-signature': '9f7def3464e2b3e0c71c56aa656910a632cf55d279689410978fa06ab975948c',
      'webhook-signature': 'v1,Qp0t13jCM5a2PKXKPgaqjdIsCVURu/B9fuSwP1yK9G8=',
    })
  })

  test('is verified by the Standard Webhooks library', () => {
    const headers = deliveryHeaders(EVENT, [signingKey(SECRET)], new Date())
    expect(new Webhook(SECRET).verify(BODY, headers)).toMatchObject({ id: 'evt_1' })
    expect(() => new Webhook(OLDER).verify(BODY, headers)).toThrow()
    expect(() => new Webhook(SECRET).verify(`${BODY} `, headers)).toThrow()
    expect(() => new Webhook(SECRET).verify(BODY, { ...headers, 'webhook-id': 'evt_2' })).toThrow()
  })

  test('is verified by either secret after a rotation, and by the new one in the plain scheme', () => {
    const headers = deliveryHeaders(EVENT, [signingKey(SECRET), signingKey(OLDER)], new Date())
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const secret of [SECRET, OLDER]) {
      expect(new Webhook(secret).verify(BODY, headers)).toMatchObject({ id: 'evt_1' })
    }
    expect(headers['x-service-signature']).toBe(createHmac('sha256', SECRET).update(BODY).digest('hex'))
  })

  test('that is too old is refused by the library', () => {
    expect(() => new Webhook(SECRET).verify(BODY, deliveryHeaders(EVENT, [signingKey(SECRET)], AT))).toThrow(
      /timestamp/i,
    )
  })

  test('works with a secret that was brought along without our prefix', () => {
    const bare = SECRET.replace('whsec_', '')
    const headers = deliveryHeaders(EVENT, [signingKey(bare)], new Date())
    expect(new Webhook(bare).verify(BODY, headers)).toMatchObject({ id: 'evt_1' })
  })
})

test('every secret is new and has 32 bytes', () => {
  const secrets = Array.from({ length: 100 }, makeWebhookSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_/)
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  }
})
