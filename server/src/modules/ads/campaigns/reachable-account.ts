import { refuse } from '../../../platform/errors.ts'
import type { AdPlatform } from '../../../ports/ad-platform/port.ts'
import { type AdAccountRow, accountOf } from '../accounts/account-store.ts'
import type { Deps } from '../deps.ts'

/** An account that the platform in use knows. */
export type ReachableAccount = AdAccountRow & { platform_customer_id: string }

/** Not while it is being opened, nor one of another platform: its ids mean nothing here. */
export function isReachable(
  account: AdAccountRow | null,
  adPlatform: Pick<AdPlatform, 'kind'>,
): account is ReachableAccount {
  return account !== null && account.platform_customer_id !== null && account.platform === adPlatform.kind
}

/** For what makes no sense without an account (409) and cannot be done without its platform (503). */
export async function requireAccount(
  { db, adPlatform }: Pick<Deps, 'db' | 'adPlatform'>,
  appId: string,
): Promise<ReachableAccount> {
  const account = await accountOf(db, appId)
  if (!account || account.platform_customer_id === null) throw refuse('no_ads_account')
  if (!isReachable(account, adPlatform)) throw platformUnavailable()
  return account
}

export function platformUnavailable() {
  return refuse('ad_platform_unavailable', { headers: { 'Retry-After': '30' } })
}
