import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { paymentsConformance } from './conformance.ts'
import { sandboxPayments } from './sandbox.ts'
import { stripePayments } from './stripe.ts'
import { STRIPE_KEY, startPaymentsServer } from './test/payments-server.ts'

paymentsConformance('the sandbox', async () => {
  const methods = new Map<string, 'ok' | 'none' | 'unreachable'>()
  return {
    payments: sandboxPayments({ paymentMethod: async (id) => methods.get(id) ?? null, clock: systemClock }),
    set: (id, method) => void methods.set(id, method === 'card' ? 'ok' : method),
    close: async () => {},
  }
})

paymentsConformance('Stripe', async () => {
  const server = await startPaymentsServer()
  const { baseUrl, customers, unreachable } = server
  const card = {
    brand: 'visa',
    last4: '4242',
    exp_month: 12,
    exp_year: systemClock.now().getUTCFullYear() + 1,
  }
  return {
    payments: stripePayments({
      baseUrl,
      secretKey: STRIPE_KEY,
      clock: systemClock,
      log: createLog('silent'),
    }),
    set(workspace, method) {
      unreachable.delete(workspace)
      if (method === 'unreachable') unreachable.add(workspace)
      const default_payment_method = method === 'card' ? { id: 'pm_1', type: 'card', card } : null
      const customer = { id: `cus_${workspace}`, workspace, default_payment_method, methods: [] }
      const known = customers.findIndex((one) => one.workspace === workspace)
      customers.splice(known === -1 ? customers.length : known, 1, customer)
    },
    close: server.close,
  }
})
