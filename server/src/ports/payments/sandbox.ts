import type { Clock } from '../../platform/clock.ts'
import type { Payments } from './port.ts'

export interface SandboxPaymentsOptions {
  /** How the workspace is set to pay; null when there is no such workspace. */
  paymentMethod(workspaceId: string): Promise<'ok' | 'none' | 'unreachable' | null>
  clock: Clock
}

/** No provider at all: what a workspace is set to is what is answered. */
export function sandboxPayments({ paymentMethod, clock }: SandboxPaymentsOptions): Payments {
  return {
    async cardOf(workspaceId) {
      const method = await paymentMethod(workspaceId)
      if (method === 'unreachable')
        return { kind: 'unavailable', message: 'The workspace is set to unreachable.' }
      if (method !== 'ok') return { kind: 'none' }
      const exp_year = clock.now().getUTCFullYear() + 2
      return { kind: 'card', brand: 'visa', last4: '4242', exp_month: 12, exp_year }
    },
  }
}
