import type { AdAccountRow } from './account-store.ts'

export function presentAccount(row: AdAccountRow) {
  const { id, status, account_name, currency_code, timezone, terms_accepted_date } = row
  const { billing_hold, platform_customer_id, tracking_verified_date, created_date, updated_date } = row
  return {
    id,
    status: billing_hold && status === 'ACTIVE' ? 'BILLING_HOLD' : status,
    account_name,
    currency_code,
    timezone,
    platform_customer_id: platform_customer_id ?? '',
    terms_accepted_date,
    tracking_verified_date,
    created_date,
    updated_date,
  } as const
}
