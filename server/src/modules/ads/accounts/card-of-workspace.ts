import type { Card } from '../../../ports/payments/port.ts'
import type { Deps } from '../deps.ts'

export interface CardAnswer {
  has_payment_method: boolean
  payment_provider_unavailable: boolean
  card: Omit<Card, 'kind'> | null
}

/** Fails closed: as long as the provider does not answer, there is no card. */
export async function cardOfWorkspace(
  { payments, log }: Pick<Deps, 'payments' | 'log'>,
  workspaceId: string,
): Promise<CardAnswer> {
  const status = await payments.cardOf(workspaceId)
  if (status.kind === 'unavailable')
    log.warn({ workspace_id: workspaceId, reason: status.message }, 'the payment provider does not answer')
  const card = status.kind === 'card' ? onlyCard(status) : null
  return {
    has_payment_method: card !== null,
    payment_provider_unavailable: status.kind === 'unavailable',
    card,
  }
}

function onlyCard({ brand, last4, exp_month, exp_year }: Card): Omit<Card, 'kind'> {
  return { brand, last4, exp_month, exp_year }
}
