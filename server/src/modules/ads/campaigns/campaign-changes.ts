/** What a change of one field means for the campaign, and what of it is refused. */
import type { CampaignChange } from '@atrium/contract/campaigns'
import { invalid, refuse } from '../../../platform/errors.ts'
import type { AssetField, CampaignChanges, NewAsset } from '../../../ports/ad-platform/port.ts'
import { isBudgetAllowed } from '../budget-bounds.ts'
import type { Deps } from '../deps.ts'
import { declarationOf } from '../launch/draft.ts'
import { isDeclarationMissing } from '../launch/launch-checks.ts'
import type { AdCampaignRow } from './campaign-store.ts'

/** 422: what the schema cannot say. */
export function requireValue(change: CampaignChange): void {
  if (change.field === 'landing_page' && !URL.canParse(change.value))
    throw invalid(['body', 'value'], 'url_parsing', 'Input should be a valid URL')
}

/** What the platform is sent; bounds and codes are those of a launch. */
export async function changesOf(
  deps: Pick<Deps, 'adPlatform' | 'locations'>,
  row: Pick<AdCampaignRow, 'campaign_type' | 'settings'>,
  currencyCode: string,
  change: CampaignChange,
): Promise<CampaignChanges> {
  switch (change.field) {
    case 'name':
      return { name: change.value }
    case 'budget':
      requireBudget(deps, row, currencyCode, change.value)
      return { daily_budget_micros: change.value }
    case 'keyword_themes':
      if (row.campaign_type === 'SMART' && change.value.length === 0) {
        const message = 'List should have at least 1 item after validation, not 0'
        throw invalid(['body', 'value'], 'too_short', message)
      }
      return { keyword_themes: change.value }
    case 'search_themes':
      return { search_themes: change.value }
    case 'geo_targets':
      return targetsOf(deps, row, change.value, declarationOf(change))
    case 'landing_page':
      return { landing_page: change.value }
    case 'ad_copy':
      return { assets: assetsWith(row.settings.assets, change.value) }
  }
}

function requireBudget(
  { adPlatform }: Pick<Deps, 'adPlatform'>,
  { campaign_type }: Pick<AdCampaignRow, 'campaign_type'>,
  currency_code: string,
  micros: number,
): void {
  const bounds = adPlatform.budgetBounds(currency_code, campaign_type)
  if (bounds && isBudgetAllowed(bounds, micros)) return
  throw refuse('budget_out_of_range', { extra: { ...bounds, currency_code } })
}

/** A declaration stays until another one is made. */
async function targetsOf(
  deps: Pick<Deps, 'adPlatform' | 'locations'>,
  { settings }: Pick<AdCampaignRow, 'settings'>,
  geo_targets: string[],
  declared: boolean | null,
): Promise<CampaignChanges> {
  const contains_eu_political_advertising = declared ?? settings.contains_eu_political_advertising
  const changes = { geo_targets, contains_eu_political_advertising }
  if (await isDeclarationMissing(deps, changes)) throw refuse('eu_political_declaration_required')
  return declared === null ? { geo_targets } : changes
}

const COPY = { headlines: 'HEADLINE', long_headlines: 'LONG_HEADLINE', descriptions: 'DESCRIPTION' } as const

/** Texts of a kind that is named are replaced, all else stays. */
function assetsWith(
  assets: readonly NewAsset[],
  copy: Partial<Record<keyof typeof COPY, readonly string[]>>,
): NewAsset[] {
  const named = Object.entries(COPY).flatMap(([name, field_type]) => {
    const values = copy[name as keyof typeof COPY]
    return values === undefined ? [] : [{ field_type, values: [...new Set(values)] }]
  })
  const replaced = new Set<AssetField>(named.map(({ field_type }) => field_type))
  return [
    ...named.flatMap(({ field_type, values }) => values.map((value) => ({ field_type, value }))),
    ...assets.filter(({ field_type }) => !replaced.has(field_type)),
  ]
}
