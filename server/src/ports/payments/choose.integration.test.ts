import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { choosePayments } from './choose.ts'
import { STRIPE_KEY, startPaymentsServer } from './test/payments-server.ts'

const rest = { paymentMethod: async () => 'none' as const, clock: systemClock, log: createLog('silent') }

test('without a provider the workspace’s own setting is the answer', async () => {
  expect(await choosePayments({ stripe: null, ...rest }).cardOf('ws_1')).toEqual({ kind: 'none' })
})

test('a provider that is set is asked', async () => {
  const server = await startPaymentsServer()
  const stripe = { baseUrl: server.baseUrl, secretKey: STRIPE_KEY }
  expect(await choosePayments({ stripe, ...rest }).cardOf('ws_1')).toEqual({ kind: 'none' })
  expect(server.calls).toHaveLength(1)
  await server.close()
})
