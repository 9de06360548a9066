import type { PlatformAccount } from '../../../ports/ad-platform/port.ts'
import type { Deps } from '../deps.ts'
import { type AccountStatus, type AdAccountRow, setAccountStatus } from './account-store.ts'

/** The account with the status that it has on the platform; as it was last known while that cannot be asked. */
export async function refreshAccount(
  { db, clock, adPlatform, log }: Pick<Deps, 'db' | 'clock' | 'adPlatform' | 'log'>,
  account: AdAccountRow,
): Promise<AdAccountRow> {
  const { platform_customer_id, platform } = account
  if (platform_customer_id === null || platform !== adPlatform.kind) return account
  const read = await adPlatform.readAccount(platform_customer_id)
  if (read.outcome === 'unavailable') {
    log.warn({ app_id: account.app_id, reason: read.message }, 'an advertising account cannot be read')
    return account
  }
  const status = read.value ? accountStatus(read.value) : account.status
  if (status === account.status) return account
  return (await setAccountStatus(db, account.id, status, clock.now())) ?? account
}

export function accountStatus({ status }: Pick<PlatformAccount, 'status'>): AccountStatus {
  return status === 'ENABLED' ? 'ACTIVE' : status
}
