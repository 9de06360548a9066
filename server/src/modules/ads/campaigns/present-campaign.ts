import type { AssetField } from '../../../ports/ad-platform/port.ts'
import type { AdCampaignRow } from './campaign-store.ts'

export function presentCampaign(row: AdCampaignRow) {
  const { id, platform_campaign_id, campaign_name, campaign_type, status, pause_reason, unsettled } = row
  const { review_status, serving_status, primary_status, primary_status_reasons, learning_ends_at } = row
  const { created_date, updated_date } = row
  const { assets, phone_number, phone_country_code, ...settings } = row.settings
  const texts = (field: AssetField) =>
    assets.filter(({ field_type }) => field_type === field).map(({ value }) => value)
  return {
    ...{ id, platform_campaign_id, campaign_name, campaign_type, status, pause_reason, unsettled },
    daily_budget_micros: settings.daily_budget_micros,
    landing_page: settings.landing_page,
    business_name: settings.business_name,
    business_description: settings.business_description,
    keyword_themes: [...settings.keyword_themes],
    search_themes: [...settings.search_themes],
    geo_targets: [...settings.geo_targets],
    language_code: settings.language_code,
    phone_number: phone_number ?? '',
    phone_country_code: phone_country_code ?? '',
    logo_url: settings.logo_url,
    headlines: texts('HEADLINE'),
    long_headlines: texts('LONG_HEADLINE'),
    descriptions: texts('DESCRIPTION'),
    contains_eu_political_advertising: settings.contains_eu_political_advertising,
    ...{ review_status, serving_status, primary_status, primary_status_reasons, learning_ends_at },
    ...{ created_date, updated_date },
  }
}
