import type { InputOf, operations } from '@atrium/contract'
import { MAX_BUSINESS_NAME } from '@atrium/contract/ad-campaign'
import { type LAUNCH_OBSTACLES, MAX_UNSETTLED_LAUNCHES } from '@atrium/contract/ads-accounts'
import type { AdPlatform, CampaignType } from '../../../ports/ad-platform/port.ts'
import { billingOfApp, type Caller } from '../../../tenancy/index.ts'
import { obstacleOf } from '../accounts/account-hold.ts'
import { accountOf } from '../accounts/account-store.ts'
import { cardOfWorkspace } from '../accounts/card-of-workspace.ts'
import { currencyFor } from '../accounts/currency.ts'
import { refreshAccount } from '../accounts/refresh-account.ts'
import type { Deps } from '../deps.ts'
import { unsettledLaunches } from './unsettled-launch-store.ts'

type Obstacle = (typeof LAUNCH_OBSTACLES)[number]

export async function readLaunchReadiness(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.ads.launch_readiness>,
) {
  const { db, access, adPlatform } = deps
  const app = await access.app(caller, params.app_id, 'editor')
  const [known, billing, card, unsettled_launches] = await Promise.all([
    accountOf(db, app.id),
    billingOfApp(db, app.id),
    cardOfWorkspace(deps, app.workspace_id),
    unsettledLaunches(db, app.id, MAX_UNSETTLED_LAUNCHES),
  ])
  const account = known && (await refreshAccount(deps, known))
  const { has_payment_method, payment_provider_unavailable } = card
  const currency_code = account?.currency_code ?? currencyFor(billing?.billing_country ?? null, adPlatform)
  const obstacle = obstacleOf(account, billing)
  const landing_page = landingPageOf(app.published_url)
  const errors: Obstacle[] = []
  if (payment_provider_unavailable) errors.push('payment_provider_unavailable')
  else if (!has_payment_method) errors.push('payment_method_required')
  if (obstacle) errors.push(obstacle)
  if (landing_page === null) errors.push('app_not_published')
  return {
    ready: errors.length === 0,
    errors,
    has_payment_method,
    payment_provider_unavailable,
    billing_hold: obstacle === 'billing_hold',
    account_exists: account !== null,
    currency_code,
    timezone: account?.timezone ?? null,
    landing_page,
    landing_page_ready: landing_page !== null,
    creatable_campaign_types: [...adPlatform.creatable_types],
    budget: {
      SMART: boundsOf(adPlatform, currency_code, 'SMART'),
      PERFORMANCE_MAX: boundsOf(adPlatform, currency_code, 'PERFORMANCE_MAX'),
    },
    business_name_max_length: MAX_BUSINESS_NAME,
    unsettled_launches,
  }
}

/** Campaigns lead only to pages that are encrypted on their way. */
function landingPageOf(address: string | null): string | null {
  return address !== null && URL.parse(address)?.protocol === 'https:' ? address : null
}

/** An account of a currency without bounds can only come from elsewhere; nothing can be launched on it. */
function boundsOf(platform: AdPlatform, currencyCode: string, type: CampaignType) {
  return platform.budgetBounds(currencyCode, type) ?? { min_micros: 0, max_micros: 0, unit_micros: 1 }
}
