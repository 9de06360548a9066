/** What is refused from the request alone, before anything is created. The first that fails answers. */
import { type CampaignInput, MAX_BUSINESS_NAME } from '@atrium/contract/ad-campaign'
import { invalid, refuse } from '../../../platform/errors.ts'
import { isTimeZone } from '../../../platform/time/local-days.ts'
import { isBudgetAllowed } from '../budget-bounds.ts'
import type { Deps } from '../deps.ts'
import { canReachEu } from '../eu-reach.ts'
import type { LaunchInput } from './launch-store.ts'

/** 422: what the schema cannot say. `loc` is where the campaign stands in the request. */
export function requireCampaignShape(campaign: CampaignInput, loc: readonly string[]): void {
  const { campaign_type, keyword_themes = [], landing_page, logo_url } = campaign
  if (campaign_type === 'SMART' && keyword_themes.length === 0)
    throw invalid(
      [...loc, 'keyword_themes'],
      'too_short',
      'List should have at least 1 item after validation, not 0',
    )
  const addresses = { landing_page, logo_url }
  for (const [field, address] of Object.entries(addresses)) {
    if (address && !URL.canParse(address))
      throw invalid([...loc, field], 'url_parsing', 'Input should be a valid URL')
  }
}

export function requireTimeZone(timezone: string): void {
  if (!isTimeZone(timezone))
    throw invalid(['body', 'timezone'], 'value_error', 'Value error, not an IANA time zone')
}

/** 400, in the order of the specification. */
export async function requireLaunchable(
  { adPlatform, locations }: Pick<Deps, 'adPlatform' | 'locations'>,
  campaign: LaunchInput,
  currency_code: string,
): Promise<void> {
  const { campaign_type, logo_url, daily_budget_micros, business_name } = campaign
  const bounds = adPlatform.budgetBounds(currency_code, campaign_type)
  if (!adPlatform.creatable_types.includes(campaign_type)) throw refuse('campaign_type_not_available')
  if (campaign_type === 'PERFORMANCE_MAX' && logo_url === null) throw refuse('logo_required')
  if (bounds === null || !isBudgetAllowed(bounds, daily_budget_micros)) {
    const { min_micros = 0, max_micros = 0, unit_micros = 0 } = bounds ?? {}
    throw refuse('budget_out_of_range', { extra: { min_micros, max_micros, unit_micros, currency_code } })
  }
  if ([...business_name].length > MAX_BUSINESS_NAME) throw refuse('business_name_too_long')
  if (await isDeclarationMissing({ locations }, campaign)) throw refuse('eu_political_declaration_required')
}

/** Places that cannot be looked up may be in the EU. */
export async function isDeclarationMissing(
  { locations }: Pick<Deps, 'locations'>,
  campaign: Pick<LaunchInput, 'geo_targets' | 'contains_eu_political_advertising'>,
): Promise<boolean> {
  const { geo_targets, contains_eu_political_advertising } = campaign
  if (contains_eu_political_advertising !== null) return false
  return canReachEu(await locations.find(geo_targets))
}
