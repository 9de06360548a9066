/** Changes of a campaign's settings on Google Ads: each setting lives in a resource of its own, all change together. */
import { textAt } from './google-answers.ts'
import { type AssetRow, additions, groupOf, readAssets, unlinkOperation } from './google-assets.ts'
import { changed, type GoogleParts, NO_CAMPAIGN, readCampaigns, resourceName } from './google-campaigns.ts'
import type { Changing, Operations } from './google-change.ts'
import { surplusTexts } from './google-creative.ts'
import { difference, mutate, type Operation } from './google-mutate.ts'
import { nameWithReference } from './google-names.ts'
import {
  assetOperations,
  euDeclaration,
  languageOperations,
  linkOperation,
  locationOperation,
  temporaryNames,
  themeOperation,
} from './google-pmax.ts'
import { smartOperations } from './google-smart.ts'
import type { CampaignChanges, PlatformCampaign, Read, Written } from './port.ts'

export async function updateCampaign(
  parts: GoogleParts,
  customerId: string,
  campaignId: string,
  changes: CampaignChanges,
): Promise<Written<PlatformCampaign>> {
  if (resourceName(customerId, campaignId) === null) return NO_CAMPAIGN
  const read = await readCampaigns(parts, customerId, [campaignId])
  if (read.outcome !== 'done') return read
  const [campaign] = read.value
  if (!campaign) return NO_CAMPAIGN
  const changing = { ...parts, customerId, campaign, changes, newName: temporaryNames(customerId) }

  const own = campaign.campaign_type === 'SMART' ? smartOperations : performanceOperations
  const operations: Operation[] = []
  for (const part of [campaignOperations, budgetOperations, criterionOperations, own]) {
    const some = await part(changing)
    if (!Array.isArray(some)) return some
    operations.push(...some)
  }
  if (operations.length === 0) return { outcome: 'done', value: campaign }
  return changed(parts, customerId, campaignId, await mutate(parts.rest, customerId, operations))
}

async function campaignOperations({ campaign, changes }: Changing): Promise<Operations> {
  const { name, contains_eu_political_advertising: declared } = changes
  const update = {
    ...(name !== undefined &&
      name !== campaign.name && { name: nameWithReference(name, campaign.reference) }),
    // What was declared cannot be taken back to nothing.
    ...euDeclaration(declared ?? null),
  }
  if (Object.keys(update).length === 0) return []
  const updateMask = Object.keys(update).join(',')
  return [
    {
      kind: 'campaignOperation',
      field: null,
      change: { update: { resourceName: campaign.resource_name, ...update }, updateMask },
    },
  ]
}

async function budgetOperations({ accounts, customerId, campaign, changes }: Changing): Promise<Operations> {
  const { daily_budget_micros } = changes
  if (daily_budget_micros === undefined || daily_budget_micros === campaign.daily_budget_micros) return []
  const rows = await accounts.search(
    customerId,
    `SELECT campaign.id, campaign.campaign_budget FROM campaign WHERE campaign.id = ${campaign.campaign_id}`,
  )
  if (rows.outcome !== 'done') return rows
  const budget = textAt(rows.value[0], 'campaign.campaignBudget')
  const update = { resourceName: budget, amountMicros: String(daily_budget_micros) }
  return [
    {
      kind: 'campaignBudgetOperation',
      field: 'daily_budget_micros',
      change: { update, updateMask: 'amountMicros' },
    },
  ]
}

/** Where and to whom: those that are new come, those that are gone go. */
async function criterionOperations({
  accounts,
  customerId,
  campaign,
  changes,
}: Changing): Promise<Operations> {
  const { geo_targets } = changes
  // Smart campaigns have their language among their own settings.
  const language_code = campaign.campaign_type === 'SMART' ? undefined : changes.language_code
  if (geo_targets === undefined && language_code === undefined) return []
  const rows = await accounts.search(
    customerId,
    `SELECT campaign_criterion.resource_name, campaign_criterion.type, campaign_criterion.location.geo_target_constant, campaign_criterion.language.language_constant FROM campaign_criterion WHERE campaign.id = ${campaign.campaign_id} AND campaign_criterion.negative = FALSE AND campaign_criterion.type IN ('LOCATION', 'LANGUAGE')`,
  )
  if (rows.outcome !== 'done') return rows
  const known = (path: string) =>
    new Map(
      rows.value
        .map(
          (row) =>
            [
              textAt(row, `campaignCriterion.${path}`),
              textAt(row, 'campaignCriterion.resourceName'),
            ] as const,
        )
        .filter(([value]) => value !== ''),
    )
  const own = campaign.resource_name
  const removal = (field: 'geo_targets' | 'language_code') => (link: string) =>
    ({ kind: 'campaignCriterionOperation', field, change: { remove: link } }) as const
  const operations: Operation[] = []
  if (geo_targets !== undefined) {
    const { gone, added } = difference(known('location.geoTargetConstant'), geo_targets)
    operations.push(
      ...gone.map(removal('geo_targets')),
      ...added.map((place) => locationOperation(own, place)),
    )
  }
  if (language_code !== undefined) {
    const wanted = languageOperations(own, language_code)
    const languages = known('language.languageConstant')
    const isKnown = wanted.some(({ change }) =>
      languages.has('create' in change ? textAt(change.create, 'language.languageConstant') : ''),
    )
    if (!isKnown || languages.size > 1) {
      operations.push(...[...languages.values()].map(removal('language_code')), ...wanted)
    }
  }
  return operations
}

async function performanceOperations(changing: Changing): Promise<Operations> {
  const operations: Operation[] = []
  for (const part of [groupOperations, brandOperations, changedAssets]) {
    const some = await part(changing)
    if (!Array.isArray(some)) return some
    operations.push(...some)
  }
  return operations
}

/** The landing page and the themes belong to the campaign's group. */
async function groupOperations(changing: Changing): Promise<Operations> {
  const { customerId, campaign, changes } = changing
  const themes = changes.search_themes ?? changes.keyword_themes
  if (changes.landing_page === undefined && themes === undefined) return []
  const group = await groupOf(changing, customerId, campaign.campaign_id)
  if (typeof group !== 'string') return group
  const operations: Operation[] = []
  if (changes.landing_page !== undefined) {
    const update = { resourceName: group, finalUrls: [changes.landing_page] }
    operations.push({
      kind: 'assetGroupOperation',
      field: 'landing_page',
      change: { update, updateMask: 'finalUrls' },
    })
  }
  if (themes !== undefined) {
    const field = changes.search_themes === undefined ? 'keyword_themes' : 'search_themes'
    const known = await signalsOf(changing)
    if (known.outcome !== 'done') return known
    const { gone, added } = difference(known.value, [...new Set(themes)])
    operations.push(
      ...gone.map(
        (link) => ({ kind: 'assetGroupSignalOperation', field, change: { remove: link } }) as const,
      ),
      ...added.map((text) => themeOperation(group, text, field)),
    )
  }
  return operations
}

async function signalsOf({ accounts, customerId, campaign }: Changing): Promise<Read<Map<string, string>>> {
  const rows = await accounts.search(
    customerId,
    `SELECT asset_group_signal.resource_name, asset_group_signal.search_theme.text FROM asset_group_signal WHERE campaign.id = ${campaign.campaign_id}`,
  )
  if (rows.outcome !== 'done') return rows
  const signals = rows.value
    .map((row) => ['searchTheme.text', 'resourceName'].map((path) => textAt(row, `assetGroupSignal.${path}`)))
    .filter(([text]) => text !== '')
  return { outcome: 'done', value: new Map(signals as [string, string][]) }
}

/** A new business name or logo takes the place of the old one. */
async function brandOperations(changing: Changing): Promise<Operations> {
  const { customerId, campaign, changes, images, newName } = changing
  const { business_name, logo_url = null } = changes
  if (business_name === undefined && logo_url === null) return []
  const rows = await readAssets(changing, customerId, campaign.campaign_id)
  if (rows.outcome !== 'done') return rows
  const logos =
    logo_url === null ? [] : await images.fetch([{ field_type: 'LOGO', value: logo_url, field: 'logo_url' }])
  if (!Array.isArray(logos)) return { outcome: 'rejected', reasons: [logos] }
  const names =
    business_name === undefined ? [] : [{ field_type: 'BUSINESS_NAME', value: business_name } as const]
  const hasSame = (field: string, same: (row: AssetRow) => boolean) =>
    rows.value.some((row) => row.field_type === field && same(row))
  const newNames = names.filter(({ value }) => !hasSame('BUSINESS_NAME', ({ text }) => text === value))
  const newLogos = logos.filter((logo) => !hasSame('LOGO', ({ name }) => name === logo.name))
  const fields = new Set<string>([...newNames, ...newLogos].map(({ field_type }) => field_type))
  const made = assetOperations(newNames, newLogos, newName)
  return [
    ...made.operations,
    ...rows.value.filter(({ field_type }) => fields.has(field_type)).map(unlinkOperation),
    ...made.linked.map((asset) => linkOperation(campaign.resource_name, asset)),
  ]
}

/**
 * Texts of a kind that is named take the place of those that were there, as far as Google still has as many as it asks
 * for. Images come and stay.
 */
async function changedAssets(changing: Changing): Promise<Operations> {
  const { customerId, campaign, newName } = changing
  const { assets } = changing.changes
  if (assets === undefined || assets.length === 0) return []
  const campaignId = campaign.campaign_id
  const rows = await readAssets(changing, customerId, campaignId)
  if (rows.outcome !== 'done') return rows
  const added = await additions(changing, { customerId, campaignId, rows: rows.value, assets, newName })
  if (!('operations' in added)) return added
  return [...added.operations, ...surplusTexts(rows.value, assets).map(unlinkOperation)]
}
