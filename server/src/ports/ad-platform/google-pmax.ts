/** A performance campaign as one request: budget, campaign, where and to whom, its assets and what links them. */
import { composeTexts, themesField, themesOf } from './google-creative.ts'
import type { Image } from './google-images.ts'
import { languageConstant } from './google-languages.ts'
import type { Operation } from './google-mutate.ts'
import { nameWithReference } from './google-names.ts'
import type { AssetField, CampaignSettings, NewAsset, NewCampaign } from './port.ts'

/** Google's name of it, and which of our fields brought it. */
export interface LinkedAsset {
  asset: string
  field_type: AssetField
  field: keyof CampaignSettings
}

/** Names for what is made in the same request: negative numbers, none twice. */
export function temporaryNames(customerId: string) {
  let last = 0
  return (collection: string) => {
    last -= 1
    return `customers/${customerId}/${collection}/${last}`
  }
}

export function pmaxOperations(
  customerId: string,
  campaign: NewCampaign,
  images: readonly Image[],
): Operation[] {
  const newName = temporaryNames(customerId)
  const [budget, own, group] = [newName('campaignBudgets'), newName('campaigns'), newName('assetGroups')]
  const texts = [
    ...composeTexts(campaign),
    { field_type: 'BUSINESS_NAME', value: campaign.business_name } as const,
  ]
  const made = assetOperations(texts, images, newName)
  const phone = phoneOperations(campaign, own, newName)
  return [
    {
      kind: 'campaignBudgetOperation',
      field: 'daily_budget_micros',
      change: {
        create: {
          resourceName: budget,
          amountMicros: String(campaign.daily_budget_micros),
          deliveryMethod: 'STANDARD',
          explicitlyShared: false,
        },
      },
    },
    {
      kind: 'campaignOperation',
      field: null,
      change: {
        create: {
          resourceName: own,
          name: nameWithReference(campaign.name, campaign.reference),
          status: 'PAUSED',
          advertisingChannelType: 'PERFORMANCE_MAX',
          campaignBudget: budget,
          maximizeConversions: {},
          brandGuidelinesEnabled: true,
          ...euDeclaration(campaign.contains_eu_political_advertising),
        },
      },
    },
    ...campaign.geo_targets.map((place) => locationOperation(own, place)),
    ...languageOperations(own, campaign.language_code),
    ...made.operations,
    ...phone.assets,
    ...made.linked.filter(isOfCampaign).map((asset) => linkOperation(own, asset)),
    ...phone.links,
    {
      kind: 'assetGroupOperation',
      field: 'landing_page',
      change: {
        create: {
          resourceName: group,
          campaign: own,
          name: nameWithReference(campaign.business_name, campaign.reference),
          finalUrls: [campaign.landing_page],
          status: 'ENABLED',
        },
      },
    },
    ...made.linked.filter((asset) => !isOfCampaign(asset)).map((asset) => linkOperation(group, asset)),
    ...themesOf(campaign).map((text) => themeOperation(group, text, themesField(campaign))),
  ]
}

/** One asset for each content, and who is to be linked with it. */
export function assetOperations(
  texts: readonly NewAsset[],
  images: readonly Image[],
  newName: (collection: string) => string,
): { operations: Operation[]; linked: LinkedAsset[] } {
  const operations: Operation[] = []
  const names = new Map<string, string>()
  const nameOf = (key: string, field: keyof CampaignSettings, content: object) => {
    const known = names.get(key)
    if (known !== undefined) return known
    const resourceName = newName('assets')
    names.set(key, resourceName)
    operations.push({ kind: 'assetOperation', field, change: { create: { resourceName, ...content } } })
    return resourceName
  }
  const linked = [
    ...texts.map(({ field_type, value }): LinkedAsset => {
      const field = field_type === 'BUSINESS_NAME' ? 'business_name' : 'assets'
      return { asset: nameOf(`text ${value}`, field, { textAsset: { text: value } }), field_type, field }
    }),
    ...images.map(({ field_type, name, bytes, field }): LinkedAsset => {
      const content = { name, type: 'IMAGE', imageAsset: { data: bytes.toString('base64') } }
      return { asset: nameOf(`image ${name}`, field, content), field_type, field }
    }),
  ]
  return { operations, linked }
}

/** The brand's own are linked with the campaign, all others with its group. */
export function isOfCampaign({ field_type }: { field_type: AssetField }): boolean {
  return field_type === 'BUSINESS_NAME' || field_type === 'LOGO'
}

/** `owner` is a campaign for the brand's own, else a group. */
export function linkOperation(owner: string, { asset, field_type, field }: LinkedAsset): Operation {
  const isBrand = isOfCampaign({ field_type })
  return {
    kind: isBrand ? 'campaignAssetOperation' : 'assetGroupAssetOperation',
    field,
    change: { create: { [isBrand ? 'campaign' : 'assetGroup']: owner, asset, fieldType: field_type } },
  }
}

export function locationOperation(campaign: string, geoTargetConstant: string): Operation {
  return {
    kind: 'campaignCriterionOperation',
    field: 'geo_targets',
    change: { create: { campaign, location: { geoTargetConstant } } },
  }
}

export function languageOperations(campaign: string, code: string): Operation[] {
  const constant = languageConstant(code)
  if (constant === null) return []
  return [
    {
      kind: 'campaignCriterionOperation',
      field: 'language_code',
      change: { create: { campaign, language: { languageConstant: constant } } },
    },
  ]
}

export function themeOperation(
  assetGroup: string,
  text: string,
  field: 'search_themes' | 'keyword_themes',
): Operation {
  return {
    kind: 'assetGroupSignalOperation',
    field,
    change: { create: { assetGroup, searchTheme: { text } } },
  }
}

/** Nothing is said on anybody's behalf. */
export function euDeclaration(contains: boolean | null): object {
  if (contains === null) return {}
  return {
    containsEuPoliticalAdvertising: contains
      ? 'CONTAINS_EU_POLITICAL_ADVERTISING'
      : 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
  }
}

function phoneOperations(
  { phone_number, phone_country_code }: NewCampaign,
  campaign: string,
  newName: (collection: string) => string,
): { assets: Operation[]; links: Operation[] } {
  if (!phone_number || !phone_country_code) return { assets: [], links: [] }
  const resourceName = newName('assets')
  const callAsset = { countryCode: phone_country_code.toUpperCase(), phoneNumber: phone_number }
  return {
    assets: [
      { kind: 'assetOperation', field: 'phone_number', change: { create: { resourceName, callAsset } } },
    ],
    links: [
      {
        kind: 'campaignAssetOperation',
        field: 'phone_number',
        change: { create: { campaign, asset: resourceName, fieldType: 'CALL' } },
      },
    ],
  }
}
