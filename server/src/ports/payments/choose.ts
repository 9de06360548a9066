import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Payments } from './port.ts'
import { type SandboxPaymentsOptions, sandboxPayments } from './sandbox.ts'
import { stripePayments } from './stripe.ts'

export interface PaymentsChoice {
  /** Null: no provider. The settings have been checked. */
  stripe: { baseUrl: string; secretKey: string } | null
  paymentMethod: SandboxPaymentsOptions['paymentMethod']
  clock: Clock
  log: Log
}

export function choosePayments({ stripe, paymentMethod, clock, log }: PaymentsChoice): Payments {
  return stripe === null
    ? sandboxPayments({ paymentMethod, clock })
    : stripePayments({ ...stripe, clock, log })
}
