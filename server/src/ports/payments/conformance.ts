/** What every payment provider does, whichever it is; run by conformance.test.ts. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payments } from './port.ts'

export interface OpenedPayments {
  payments: Payments
  /** Makes the workspace pay so, from the next question on. */
  set(workspaceId: string, method: 'card' | 'none' | 'unreachable'): void
  close(): Promise<void>
}

export function paymentsConformance(name: string, open: () => Promise<OpenedPayments>): void {
  describe(`payments by ${name}`, () => {
    let opened: OpenedPayments
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    test('tells a card', async () => {
      opened.set('ws_1', 'card')
      expect(await opened.payments.cardOf('ws_1')).toEqual({
        kind: 'card',
        brand: 'visa',
        last4: expect.stringMatching(/^\d{4}$/),
        exp_month: expect.any(Number),
        exp_year: expect.any(Number),
      })
    })

    test('tells that there is none, also of workspaces that it does not know', async () => {
      opened.set('ws_1', 'none')
      expect(await opened.payments.cardOf('ws_1')).toEqual({ kind: 'none' })
      expect(await opened.payments.cardOf('ws_unknown')).toEqual({ kind: 'none' })
      expect(await opened.payments.cardOf("' OR 1:'")).toEqual({ kind: 'none' })
    })

    test('never takes silence for no card', async () => {
      opened.set('ws_1', 'unreachable')
      expect(await opened.payments.cardOf('ws_1')).toEqual({
        kind: 'unavailable',
        message: expect.stringMatching(/\.$/),
      })
    })

    test.each(['none', 'unreachable'] as const)('sees at once when %s is over', async (before) => {
      opened.set('ws_1', before)
      expect(await opened.payments.cardOf('ws_1')).not.toMatchObject({ kind: 'card' })
      opened.set('ws_1', 'card')
      expect(await opened.payments.cardOf('ws_1')).toMatchObject({ kind: 'card' })
    })

    test('keeps workspaces apart, also at once', async () => {
      opened.set('ws_1', 'card')
      opened.set('ws_2', 'none')
      const kinds = await Promise.all(
        ['ws_1', 'ws_2', 'ws_1', 'ws_2'].map(async (id) => (await opened.payments.cardOf(id)).kind),
      )
      expect(kinds).toEqual(['card', 'none', 'card', 'none'])
    })
  })
}
