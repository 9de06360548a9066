import type { CreditKind } from '@atrium/contract/credits'

/** What things cost, in credits. Flat, so that the price is known, and a limit kept, before the work begins (G155). */
const PRICES: Record<CreditKind, number> = {
  agent_message: 1,
  generation: 5,
  analysis: 2,
  test_run: 1,
  coding_session: 10,
  chat_turn: 3,
}

export function priceOf(kind: CreditKind): number {
  return PRICES[kind]
}
