/** A campaign as it stands in an archive, and the settings in it. */
import { Nullable, OneOf } from '@atrium/contract'
import { Type } from 'typebox'
import { archivedRow } from '../../../platform/archive/table-archive.ts'
import { ArchiveTime } from '../../../platform/archive/times.ts'
import type { AssetField, CampaignSettings } from '../../../ports/ad-platform/port.ts'
import { adCampaigns } from '../campaigns/campaign-store.ts'

const ASSET_FIELDS = [
  'HEADLINE',
  'LONG_HEADLINE',
  'DESCRIPTION',
  'BUSINESS_NAME',
  'LOGO',
  'MARKETING_IMAGE',
  'SQUARE_MARKETING_IMAGE',
] as const satisfies AssetField[]

const { reference, created_date, updated_date, ...columns } = archivedRow(adCampaigns).properties
const { id, app_id, platform_campaign_id, campaign_name, campaign_type, status, ...standing } = columns
const Budget = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Page = Type.String({ minLength: 1, maxLength: 2048 })
const Texts = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 })
const Word = Type.String({ maxLength: 64 })

/** What may be left out. */
const SETTINGS = {
  business_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  business_description: Type.Optional(Type.String({ maxLength: 2000 })),
  keyword_themes: Type.Optional(Texts),
  search_themes: Type.Optional(Texts),
  geo_targets: Type.Optional(Texts),
  language_code: Type.Optional(Word),
  phone_number: Type.Optional(Nullable(Word)),
  phone_country_code: Type.Optional(Nullable(Word)),
  logo_url: Type.Optional(Nullable(Page)),
  assets: Type.Optional(
    Type.Array(
      Type.Object(
        { field_type: OneOf(ASSET_FIELDS), value: Type.String({ minLength: 1, maxLength: 2048 }) },
        { additionalProperties: false },
      ),
      { maxItems: 100 },
    ),
  ),
  contains_eu_political_advertising: Type.Optional(Nullable(Type.Boolean())),
}

const ArchivedMoment = Type.Object(
  {
    date: ArchiveTime,
    status,
    campaign_name: Type.Optional(campaign_name),
    daily_budget_micros: Type.Optional(Budget),
    landing_page: Type.Optional(Page),
    ...SETTINGS,
  },
  { additionalProperties: false },
)
export type ArchivedMoment = Type.Static<typeof ArchivedMoment>

export const ArchivedCampaign = Type.Object({
  ...{ id, app_id, platform_campaign_id, campaign_name, campaign_type, status },
  daily_budget_micros: Budget,
  landing_page: Page,
  ...SETTINGS,
  reference: Type.Optional(reference),
  draft_key: Type.Optional(Type.String({ pattern: '^(draft|hash):.', maxLength: 256 })),
  ...standing,
  learning_ends_at: Type.Optional(Nullable(ArchiveTime)),
  history: Type.Optional(Type.Array(ArchivedMoment, { minItems: 1, maxItems: 10_000 })),
  created_date,
  updated_date,
})
export type ArchivedCampaign = Type.Static<typeof ArchivedCampaign>

const MAX_BUSINESS_NAME = 25
const MAX_THEME = 80
const MAX_THEME_WORDS = 10

/** What the file leaves out is taken from the rest of it and from the app: the platform needs a theme or a logo for any later change. */
export function settingsOf(row: ArchivedCampaign, app: { logo_url: string | null }): CampaignSettings {
  const business = row.business_name ?? row.campaign_name
  return {
    name: row.campaign_name,
    daily_budget_micros: row.daily_budget_micros,
    landing_page: row.landing_page,
    business_name: row.business_name ?? cut(row.campaign_name, MAX_BUSINESS_NAME),
    business_description: row.business_description ?? '',
    keyword_themes: row.keyword_themes ?? (row.campaign_type === 'SMART' ? [themeOf(business)] : []),
    search_themes: row.search_themes ?? [],
    geo_targets: row.geo_targets ?? [],
    language_code: row.language_code ?? 'en',
    phone_number: row.phone_number || null,
    phone_country_code: row.phone_country_code || null,
    logo_url: row.logo_url ?? app.logo_url,
    assets: row.assets ?? [],
    contains_eu_political_advertising: row.contains_eu_political_advertising ?? null,
  }
}

function themeOf(name: string): string {
  return cut(name.trim().split(/\s+/).slice(0, MAX_THEME_WORDS).join(' '), MAX_THEME)
}

function cut(text: string, letters: number): string {
  return [...text].slice(0, letters).join('').trim()
}
