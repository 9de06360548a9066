/** What a campaign is asked for as, and by what it is known before it exists. */
import { createHash } from 'node:crypto'
import type { CampaignInput } from '@atrium/contract/ad-campaign'
import type { AssetField, NewAsset } from '../../../ports/ad-platform/port.ts'
import type { LaunchInput } from './launch-store.ts'

export interface Draft {
  /** One campaign for each. */
  key: string
  /** What the campaign is found by on the platform. */
  reference: string
  input: LaunchInput
}

/** `assets` are those behind `asset_ids`. */
export function draftOf(appId: string, campaign: CampaignInput, assets: readonly NewAsset[]): Draft {
  const input = inputOf(campaign, assets)
  const key =
    campaign.draft_id === undefined ? `hash:${sha256(JSON.stringify(input))}` : `draft:${campaign.draft_id}`
  return { key, reference: referenceOf(appId, key), input }
}

/** Such a draft is free again once its campaign is removed; one with an id never is. */
export function isKnownByContent({ draft_key }: { draft_key: string }): boolean {
  return draft_key.startsWith('hash:')
}

export function accountReference(appId: string): string {
  return referenceOf(appId, 'account')
}

/** Fields always stand in this order, so that the same campaign always reads the same. */
function inputOf(campaign: CampaignInput, assets: readonly NewAsset[]): LaunchInput {
  return {
    campaign_type: campaign.campaign_type,
    name: campaign.campaign_name,
    daily_budget_micros: campaign.daily_budget_micros,
    landing_page: campaign.landing_page,
    business_name: campaign.business_name.normalize('NFC').trim(),
    business_description: campaign.business_description ?? '',
    keyword_themes: campaign.keyword_themes ?? [],
    search_themes: campaign.search_themes ?? [],
    geo_targets: campaign.geo_targets ?? [],
    language_code: campaign.language_code ?? 'en',
    phone_number: campaign.phone_number ?? null,
    phone_country_code: campaign.phone_country_code ?? null,
    logo_url: campaign.logo_url || null,
    assets: distinct([
      ...texts('HEADLINE', campaign.headlines),
      ...texts('LONG_HEADLINE', campaign.long_headlines),
      ...texts('DESCRIPTION', campaign.descriptions),
      ...assets,
    ]),
    contains_eu_political_advertising: declarationOf(campaign),
  }
}

function texts(field_type: AssetField, values: readonly string[] = []): NewAsset[] {
  return values.map((value) => ({ field_type, value }))
}

function distinct(assets: readonly NewAsset[]): NewAsset[] {
  return [...new Map(assets.map((asset) => [`${asset.field_type} ${asset.value}`, asset])).values()]
}

export function declarationOf({
  contains_eu_political_advertising: said,
}: Pick<CampaignInput, 'contains_eu_political_advertising'>): boolean | null {
  if (said === 'CONTAINS_EU_POLITICAL_ADVERTISING') return true
  if (said === 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING') return false
  return said ?? null
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const REFERENCE_LENGTH = 10

/** The same for the same draft, so that the platform itself notices a second one. */
function referenceOf(appId: string, key: string): string {
  const bytes = createHash('sha256').update(`${appId}\n${key}`).digest()
  return Array.from(bytes.subarray(0, REFERENCE_LENGTH), (byte) => LETTERS[byte % 32]).join('')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
