import { transaction } from '../../../platform/database/transaction.ts'
import type { PlatformAccount } from '../../../ports/ad-platform/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { type AdAccountRow, openAccount } from '../accounts/account-store.ts'
import { accountStatus } from '../accounts/refresh-account.ts'
import type { Deps } from '../deps.ts'

/** The platform has the account. Null when another has noted that before. */
export function storeAccount(
  { db, clock, audit }: Pick<Deps, 'db' | 'clock' | 'audit'>,
  caller: Caller | null,
  { account, workspace_id }: { account: AdAccountRow; workspace_id: string },
  { customer_id, status, currency_code }: PlatformAccount,
): Promise<AdAccountRow | null> {
  return transaction(db, async (tx) => {
    const opened = { status: accountStatus({ status }), platform_customer_id: customer_id, currency_code }
    const row = await openAccount(tx, account.id, opened, clock.now())
    if (row) {
      await audit.record(tx, caller, {
        workspace_id,
        action: 'ads.open_account',
        target_type: 'ad_account',
        target_id: row.id,
        app_id: row.app_id,
        detail: { currency_code, timezone: row.timezone, platform_customer_id: customer_id },
      })
    }
    return row
  })
}
