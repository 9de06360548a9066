import type { Read } from '../../../ports/ad-platform/port.ts'
import { accountOf } from '../accounts/account-store.ts'
import { isReachable, platformUnavailable, type ReachableAccount } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'

/** Null without an account, also while none is known to be open. One of another platform cannot be reached (503). */
export async function openAccountOf(
  { db, adPlatform }: Pick<Deps, 'db' | 'adPlatform'>,
  appId: string,
): Promise<ReachableAccount | null> {
  const account = await accountOf(db, appId)
  if (!account || account.platform_customer_id === null) return null
  if (!isReachable(account, adPlatform)) throw platformUnavailable()
  return account
}

export async function readGoals(
  { adPlatform }: Pick<Deps, 'adPlatform'>,
  { platform_customer_id }: ReachableAccount,
) {
  return readable(await adPlatform.listGoals(platform_customer_id))
}

/** What was read, or the refusal that it could not be. */
export function readable<T>(read: Read<T>): T {
  if (read.outcome === 'done') return read.value
  throw platformUnavailable()
}
