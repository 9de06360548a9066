import { refuse } from '../../../platform/errors.ts'
import type { Billing } from '../../../tenancy/index.ts'
import type { AdAccountRow } from './account-store.ts'

/** Why nothing that costs money may be begun; null when it may. */
export function obstacleOf(
  account: AdAccountRow | null,
  billing: Billing | null,
): 'billing_hold' | 'account_suspended' | null {
  if (billing?.billing_hold || account?.billing_hold || account?.status === 'BILLING_HOLD')
    return 'billing_hold'
  const isRunning = account === null || account.status === 'ACTIVE' || account.status === 'PENDING'
  return isRunning ? null : 'account_suspended'
}

export function requireNoHold(account: AdAccountRow | null, billing: Billing | null): void {
  const obstacle = obstacleOf(account, billing)
  if (obstacle) throw refuse(obstacle)
}
