import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { STRIPE_VERSION, stripePayments } from './stripe.ts'
import { error, STRIPE_KEY, startPaymentsServer, type TestMethod } from './test/payments-server.ts'

let server: Awaited<ReturnType<typeof startPaymentsServer>>
let now: Date
beforeEach(async () => {
  server = await startPaymentsServer()
  now = new Date('2026-11-15T12:00:00Z')
})
afterEach(() => server.close())

function payments(changes: { secretKey?: string; baseUrl?: string; timeoutMs?: number } = {}) {
  const log = collectedLog()
  const options = {
    baseUrl: server.baseUrl,
    secretKey: STRIPE_KEY,
    clock: { now: () => now },
    log,
    ...changes,
  }
  return { cardOf: stripePayments(options).cardOf, log }
}

function card(exp_year: number, exp_month = 12, last4 = '4242'): TestMethod {
  return { id: `pm_${last4}`, type: 'card', card: { brand: 'visa', last4, exp_month, exp_year } }
}

function customer(default_payment_method: TestMethod | null, ...methods: TestMethod[]) {
  server.customers.push({
    id: `cus_${server.customers.length}`,
    workspace: 'ws_1',
    default_payment_method,
    methods,
  })
}

describe('the card', () => {
  test('is the default one, in one call with the version pinned', async () => {
    customer(card(2030), card(2031, 1, '1111'))
    expect(await payments().cardOf('ws_1')).toMatchObject({ kind: 'card', last4: '4242', exp_year: 2030 })
    expect(server.calls).toHaveLength(1)
    expect(server.calls[0]?.headers['stripe-version']).toBe(STRIPE_VERSION)
  })

  test('is another one when the default is none, no card or expired', async () => {
    for (const usual of [null, { id: 'pm_debit', type: 'sepa_debit' }, card(2020)]) {
      server.customers.length = 0
      customer(usual, card(2020, 1, '0000'), card(2031, 1, '1111'))
      expect(await payments().cardOf('ws_1')).toMatchObject({ kind: 'card', last4: '1111' })
    }
  })

  test('may be with a second customer of the workspace', async () => {
    customer(null)
    customer(card(2030))
    expect(await payments().cardOf('ws_1')).toMatchObject({ kind: 'card' })
  })

  test('is good until its month is over', async () => {
    customer(null, card(2026, 11))
    now = new Date('2026-11-30T23:59:59Z')
    expect(await payments().cardOf('ws_1')).toMatchObject({ kind: 'card' })
    now = new Date('2026-12-01T12:00:00Z')
    expect(await payments().cardOf('ws_1')).toEqual({ kind: 'expired' })
  })

  test('of a deleted customer is none', async () => {
    server.customers.push({
      id: 'cus_x',
      workspace: 'ws_1',
      default_payment_method: null,
      methods: [],
      isDeleted: true,
    })
    expect(await payments().cardOf('ws_1')).toEqual({ kind: 'none' })
  })

  test('is believed for a minute', async () => {
    customer(card(2030))
    const { cardOf } = payments()
    await cardOf('ws_1')
    now = new Date(now.getTime() + 59_000)
    await cardOf('ws_1')
    expect(server.calls).toHaveLength(1)
    server.customers.length = 0
    now = new Date(now.getTime() + 1_000)
    expect(await cardOf('ws_1')).toEqual({ kind: 'none' })
  })
})

describe('unavailable, after one try', () => {
  test.each([
    ['500', { status: 500 }, 'answered 500 api_error'],
    ['503 without JSON', { status: 503, body: '<html>' }, 'answered 503'],
    [
      '429',
      { status: 429, body: error('invalid_request_error', 'Too many', 'rate_limit') },
      'answered 429 rate_limit',
    ],
    ['a cut connection', 'cut', 'did not answer ('],
    ['an answer that breaks off', 'break-off', 'did not answer ('],
    ['an answer that is no JSON', { status: 200, body: '<html>' }, 'did not answer (unreadable answer)'],
    ['an answer of another form', { status: 200, body: { data: {} } }, 'did not answer (unreadable answer)'],
    ['rows of another form', { status: 200, body: { data: [7] } }, 'did not answer (unreadable answer)'],
  ] as const)('with %s', { tags: 'slow' }, async (_, fault, reported) => {
    customer(card(2030))
    server.faults.push(fault)
    const { cardOf, log } = payments()
    const status = await cardOf('ws_1')
    expect(status).toMatchObject({ kind: 'unavailable', message: expect.stringContaining(reported) })
    expect(server.calls).toHaveLength(1)
    expect(log.lines).toEqual([])
    expect(await cardOf('ws_1')).toMatchObject({ kind: 'card' })
  })

  test.each(['hang', 'hang-in-body'] as const)('with no end of it: %s', async (fault) => {
    customer(card(2030))
    server.faults.push(fault)
    const status = await payments({ timeoutMs: 1_000 }).cardOf('ws_1')
    expect(status).toEqual({
      kind: 'unavailable',
      message: 'The payment provider did not answer (time-out).',
    })
    expect(server.calls).toHaveLength(1)
  })

  test('also when only the second read fails', async () => {
    customer(null, card(2030))
    server.faults.push('none', { status: 500 })
    expect(await payments().cardOf('ws_1')).toMatchObject({ kind: 'unavailable' })
    expect(server.calls).toHaveLength(2)
  })

  test('with nobody there', async () => {
    const status = await payments({ baseUrl: 'http://127.0.0.1:1' }).cardOf('ws_1')
    expect(status).toMatchObject({ kind: 'unavailable' })
  })

  test('with a wrong key, which the operator learns', async () => {
    customer(card(2030))
    const { cardOf, log } = payments({ secretKey: 'sk_test_wrong' })
    expect(await cardOf('ws_1')).toMatchObject({ kind: 'unavailable' })
    expect(log.lines).toMatchObject([{ level: 'error', status: 401 }])
    expect(log.text()).not.toContain('sk_test_wrong')
  })
})
