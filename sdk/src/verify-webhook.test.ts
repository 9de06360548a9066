import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { type VerifyWebhookOptions, verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'

// Made once with the server's own code; the same example is in docs/webhooks.md.
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const PREVIOUS = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8='
const BODY =
  '{"id":"evt_06bcz0k3v4n8q1t5w7x9y2a3b4","type":"message.completed","created_date":"2026-11-15T09:30:01.000Z","agent_id":"app_06bcz0k3v4n8q1t5w7x9y2a3b4","conversation_id":"cnv_06bcz0k3v4n8q1t5w7x9y2a3b4","data":{"message":{"id":"msg_06bcz0k3v4n8q1t5w7x9y2a3b5","role":"assistant","content":"Your order left this morning – see you soon.","file_urls":[],"status":"completed","created_date":"2026-11-15T09:30:01.000Z"}}}'
const ID = 'evt_06bcz0k3v4n8q1t5w7x9y2a3b4'
const STANDARD = 'v1,K8vFE5bP+VcYH94dgZrVJZM+W6lvHMBtnxNaId9BB6g='
const BY_PREVIOUS = 'v1,dsoeCVqBRl2fUT8N4LW94cPLPS8LEX8ZMM60cSaYE4U='
const PLAIN = '6c4f6271a2c32095123ff64c98534184b58887503b6afbbc905a58f4f601c115'
const SENT = new Date(1794735001_000)

const standard = { 'webhook-id': ID, 'webhook-timestamp': '1794735001', 'webhook-signature': STANDARD }
const plain = { 'x-service-signature': PLAIN }
const given = { secret: SECRET, headers: standard, body: BODY, now: SENT } satisfies VerifyWebhookOptions

const after = (seconds: number) => new Date(SENT.getTime() + seconds * 1000)

async function problemOf(changes: Partial<VerifyWebhookOptions>): Promise<string> {
  try {
    await verifyWebhook({ ...given, ...changes } as VerifyWebhookOptions)
    return 'none'
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookVerificationError)
    return (error as WebhookVerificationError).reason
  }
}

describe('an event', () => {
  test('comes out as it was sent', async () => {
    const event = await verifyWebhook(given)
    expect(event).toEqual(JSON.parse(BODY))
    // The types know which fields belong to which event.
    expect(event.type === 'message.completed' && event.data?.message.content).toMatch(/^Your order/)
  })

  test.each<[string, Partial<VerifyWebhookOptions>]>([
    ['as Headers', { headers: new Headers(standard) }],
    ['of Node', { headers: { ...standard, cookie: ['a', 'b'], host: undefined } }],
    [
      'in another case',
      { headers: { 'Webhook-Id': ID, 'WEBHOOK-TIMESTAMP': '1794735001', 'Webhook-Signature': STANDARD } },
    ],
    ['with the plain signature only', { headers: { 'X-Service-Signature': PLAIN } }],
    ['with the plain signature in capitals', { headers: { 'x-service-signature': PLAIN.toUpperCase() } }],
    ['with both, where the standard one counts', { headers: { ...standard, 'x-service-signature': 'no' } }],
  ])('is found right by headers %s', async (_, changes) => {
    expect(await problemOf(changes)).toBe('none')
  })

  test('may be bytes, also those inside a larger buffer', async () => {
    const bytes = new TextEncoder().encode(`..${BODY}..`)
    expect(await problemOf({ body: bytes.subarray(2, -2) })).toBe('none')
    expect(await problemOf({ body: Buffer.from(BODY) })).toBe('none')
  })

  test('signed by two secrets is found right by either, and by a list that holds one', async () => {
    const headers = { ...standard, 'webhook-signature': `${STANDARD} ${BY_PREVIOUS} v1a,other` }
    expect(await problemOf({ headers })).toBe('none')
    expect(await problemOf({ headers, secret: PREVIOUS })).toBe('none')
    expect(await problemOf({ secret: undefined, secrets: [PREVIOUS, SECRET] })).toBe('none')
    expect(await problemOf({ headers: plain, secret: undefined, secrets: [PREVIOUS, SECRET] })).toBe('none')
  })

  test('is found right by the one secret of several that is none of base64 or of another webhook', async () => {
    for (const other of ['whsec_ß', 'whsec_', PREVIOUS])
      expect(await problemOf({ secret: undefined, secrets: [other, SECRET] })).toBe('none')
  })

  test('signed by the standardwebhooks package is found right, and the package finds ours right', async () => {
    const signature = new Webhook(SECRET).sign('msg_1', SENT, '{"id":"a","type":"b"}')
    const headers = { ...standard, 'webhook-id': 'msg_1', 'webhook-signature': signature }
    expect(await problemOf({ headers, body: '{"id":"a","type":"b"}' })).toBe('none')

    vi.useFakeTimers({ now: SENT, toFake: ['Date'] })
    expect(new Webhook(SECRET).verify(BODY, standard)).toEqual(JSON.parse(BODY))
    vi.useRealTimers()
  })
})

describe('what is not an event of now is refused', () => {
  const cut = { ...standard, 'webhook-timestamp': undefined }
  test.each<[string, Partial<VerifyWebhookOptions>, string]>([
    ['no signature', { headers: {} }, 'missing_signature'],
    ['no signature, in Headers', { headers: new Headers() }, 'missing_signature'],
    ['a signature without its time', { headers: cut }, 'missing_signature'],
    [
      'only the plain one where the standard one is required',
      { headers: plain, scheme: 'standard' },
      'missing_signature',
    ],
    ['only the standard one where the plain one is required', { scheme: 'plain' }, 'missing_signature'],
    ['another secret', { secret: PREVIOUS }, 'wrong_signature'],
    ['another secret, plain', { secret: PREVIOUS, headers: plain }, 'wrong_signature'],
    ['a changed body', { body: BODY.replace('order', 'Order') }, 'wrong_signature'],
    ['a changed body, plain', { body: `${BODY}\n`, headers: plain }, 'wrong_signature'],
    ['a changed id', { headers: { ...standard, 'webhook-id': 'evt_1' } }, 'wrong_signature'],
    ['a changed time', { headers: { ...standard, 'webhook-timestamp': '1794735002' } }, 'wrong_signature'],
    [
      'a longer signature',
      { headers: { ...standard, 'webhook-signature': `${STANDARD}=` } },
      'wrong_signature',
    ],
    ['a shorter signature', { headers: { 'x-service-signature': PLAIN.slice(2) } }, 'wrong_signature'],
    ['no signature in the header', { headers: { ...standard, 'webhook-signature': '' } }, 'wrong_signature'],
    ['a secret that is not base64', { secret: 'whsec_ß' }, 'wrong_signature'],
    ['a secret without a key', { secret: 'whsec_' }, 'wrong_signature'],
    ['an old event', { now: after(301) }, 'too_old'],
    ['an event from the future', { now: after(-301) }, 'too_old'],
    ['an event beyond a chosen tolerance', { now: after(11), tolerance_seconds: 10 }, 'too_old'],
  ])('%s', async (_, changes, reason) => {
    expect(await problemOf(changes)).toBe(reason)
  })

  test('up to the tolerance it is of now', async () => {
    expect(await problemOf({ now: after(300) })).toBe('none')
    expect(await problemOf({ now: after(-300) })).toBe('none')
    expect(await problemOf({ now: after(3000), tolerance_seconds: 3600 })).toBe('none')
  })

  test.each(['', 'not JSON', 'null', '[]', '{"id":1,"type":"x"}'])(
    'signed, but no event: %j',
    async (body) => {
      const signature = new Webhook(SECRET).sign(ID, SENT, body)
      expect(await problemOf({ body, headers: { ...standard, 'webhook-signature': signature } })).toBe(
        'not_json',
      )
    },
  )

  test.each([[''], [], [SECRET, ''], ['', SECRET]])(
    'a secret that was forgotten, %j %j, is a fault of the caller',
    async (...secrets) => {
      await expect(verifyWebhook({ ...given, secret: undefined, secrets })).rejects.toThrow(TypeError)
    },
  )
})
