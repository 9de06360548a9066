/** The texts and images of a campaign of the sandbox, and those it writes itself where too few were given. */
import type { AssetField, CampaignSettings, NewAsset, PlatformAsset } from './port.ts'
import { currentVersion, type SandboxCampaign } from './sandbox-campaign.ts'
import { digits } from './sandbox-chance.ts'
import type { Scene } from './sandbox-performance.ts'
import { standingOf } from './sandbox-status.ts'

const IMAGES = new Set<AssetField>(['LOGO', 'MARKETING_IMAGE', 'SQUARE_MARKETING_IMAGE'])

export function assetsOf(campaign: SandboxCampaign, scene: Scene): PlatformAsset[] {
  const { status, settings } = currentVersion(campaign)
  const { review_status, primary_status } = standingOf(campaign, scene)
  const row = (source: PlatformAsset['source'], { field_type, value }: NewAsset): PlatformAsset => {
    const asset_id = assetId(campaign.campaign_id, { field_type, value })
    const isImage = IMAGES.has(field_type)
    return {
      asset_id,
      resource_name: `customers/${campaign.customer_id}/assets/${asset_id}`,
      asset_type: isImage ? 'IMAGE' : 'TEXT',
      field_type,
      text: isImage ? null : value,
      url: isImage ? value : null,
      status: status === 'REMOVED' ? 'REMOVED' : 'ENABLED',
      primary_status,
      review_status,
      source,
    }
  }
  const given = givenAssets(settings)
  return [
    ...given.map((asset) => row('ADVERTISER', asset)),
    ...addedAssets(settings, given).map((asset) => row('AUTOMATICALLY_CREATED', asset)),
  ]
}

export function assetId(campaignId: string, { field_type, value }: NewAsset): string {
  return digits(11, campaignId, 'asset', field_type, value)
}

/** Those it has, and of the new ones those it has not. */
export function withAssets(settings: CampaignSettings, added: readonly NewAsset[]): NewAsset[] {
  return distinct([...settings.assets, ...added])
}

function givenAssets(settings: CampaignSettings): NewAsset[] {
  const { business_name, logo_url, assets } = settings
  const logo: NewAsset[] = logo_url === null ? [] : [{ field_type: 'LOGO', value: logo_url }]
  return distinct([{ field_type: 'BUSINESS_NAME', value: business_name }, ...logo, ...assets])
}

const FEWEST_HEADLINES = 3
const FEWEST_DESCRIPTIONS = 2

function addedAssets(settings: CampaignSettings, given: readonly NewAsset[]): NewAsset[] {
  const { business_name, business_description, keyword_themes, search_themes } = settings
  const themes = [...keyword_themes, ...search_themes]
  const fill = (field_type: AssetField, fewest: number, longest: number, texts: readonly string[]) => {
    const missing = fewest - given.filter((asset) => asset.field_type === field_type).length
    return texts
      .map((text) => ({ field_type, value: cut(text, longest) }))
      .filter((asset) => asset.value !== '' && !given.some((one) => isSame(one, asset)))
      .slice(0, Math.max(0, missing))
  }
  return distinct([
    ...fill('HEADLINE', FEWEST_HEADLINES, 30, [business_name, ...themes, 'Learn more', 'Visit us today']),
    ...fill('DESCRIPTION', FEWEST_DESCRIPTIONS, 90, [
      business_description,
      `${business_name}: see what we offer.`,
      'Find out more on our website.',
    ]),
  ])
}

/** At the last blank that fits. */
function cut(text: string, longest: number): string {
  const letters = [...text.trim()]
  if (letters.length <= longest) return letters.join('')
  const start = letters.slice(0, longest + 1).join('')
  return start.slice(0, Math.max(start.lastIndexOf(' '), 0)).trim()
}

function distinct(assets: readonly NewAsset[]): NewAsset[] {
  return assets.filter((asset, at) => assets.findIndex((other) => isSame(asset, other)) === at)
}

function isSame(a: NewAsset, b: NewAsset): boolean {
  return a.field_type === b.field_type && a.value === b.value
}
