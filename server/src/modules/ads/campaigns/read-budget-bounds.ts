import type { InputOf, operations } from '@atrium/contract'
import { billingOfApp, type Caller } from '../../../tenancy/index.ts'
import { accountOf } from '../accounts/account-store.ts'
import { currencyFor } from '../accounts/currency.ts'
import type { Deps } from '../deps.ts'

export async function readBudgetBounds(
  { db, access, adPlatform }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.campaigns.budget_bounds>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const [account, billing] = await Promise.all([accountOf(db, app.id), billingOfApp(db, app.id)])
  const currency_code = account?.currency_code ?? currencyFor(billing?.billing_country ?? null, adPlatform)
  const boundsOf = (type: 'SMART' | 'PERFORMANCE_MAX') =>
    adPlatform.budgetBounds(currency_code, type) ?? NOTHING
  return {
    currency_code,
    budget: { SMART: boundsOf('SMART'), PERFORMANCE_MAX: boundsOf('PERFORMANCE_MAX') },
  }
}

/** In the currency of an account that the platform does not take any more nothing can be spent. */
const NOTHING = { min_micros: 0, max_micros: 0, unit_micros: 0 }
