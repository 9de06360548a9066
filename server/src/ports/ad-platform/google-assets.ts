/** The texts and images of a campaign of Google Ads: those of its group, and the brand's own next to it. */
import { type Row, textAt } from './google-answers.ts'
import { type GoogleParts, NO_CAMPAIGN, resourceName } from './google-campaigns.ts'
import { isImageField } from './google-creative.ts'
import { mutate, type Operation } from './google-mutate.ts'
import { assetOperations, isOfCampaign, linkOperation, temporaryNames } from './google-pmax.ts'
import type { AssetField, NewAsset, PlatformAsset, Read, Rejected, Unavailable, Written } from './port.ts'

/** A row as it is reported, and what is needed to take it away again. */
export interface AssetRow extends PlatformAsset {
  link: string
  name: string
}

export async function listAssets(
  parts: GoogleParts,
  customerId: string,
  campaignId: string,
): Promise<Read<PlatformAsset[]>> {
  const rows = await readAssets(parts, customerId, campaignId)
  return rows.outcome === 'done' ? { outcome: 'done', value: rows.value.map(presentAsset) } : rows
}

export async function addAssets(
  parts: GoogleParts,
  customerId: string,
  campaignId: string,
  assets: readonly NewAsset[],
): Promise<Written<PlatformAsset[]>> {
  const before = await readAssets(parts, customerId, campaignId)
  if (before.outcome !== 'done') return before
  const newName = temporaryNames(customerId)
  const added = await additions(parts, { customerId, campaignId, rows: before.value, assets, newName })
  if (!('operations' in added)) return added
  if (added.operations.length === 0) {
    return { outcome: 'done', value: before.value.filter(added.isNamed).map(presentAsset) }
  }
  const outcome = await mutate(parts.rest, customerId, added.operations)
  if (outcome.outcome !== 'done') return outcome
  const after = await readAssets(parts, customerId, campaignId)
  if (after.outcome !== 'done') {
    return { outcome: 'unknown', message: 'The assets were added and cannot be read.' }
  }
  // An image that the account has under another name keeps that name.
  const made = new Set(outcome.value)
  const isNamed = (row: AssetRow) => added.isNamed(row) || made.has(row.resource_name)
  return { outcome: 'done', value: after.value.filter(isNamed).map(presentAsset) }
}

export interface Additions {
  operations: Operation[]
  /** Whether a row is one of those that were named. */
  isNamed(row: AssetRow): boolean
}

interface Wanted {
  customerId: string
  campaignId: string
  rows: readonly AssetRow[]
  assets: readonly NewAsset[]
  newName(collection: string): string
}

/** What makes and links those that are not there yet. */
export async function additions(
  parts: GoogleParts,
  { customerId, campaignId, rows, assets, newName }: Wanted,
): Promise<Additions | Rejected | Unavailable> {
  const campaign = resourceName(customerId, campaignId)
  if (campaign === null) return NO_CAMPAIGN
  const images = await parts.images.fetch(assets.map((asset) => ({ ...asset, field: 'assets' })))
  if (!Array.isArray(images)) return { outcome: 'rejected', reasons: [images] }
  const texts = assets.filter(({ field_type }) => !isImageField(field_type))

  const isText = (row: AssetRow, { field_type, value }: NewAsset) =>
    row.field_type === field_type && row.text === value
  const isImage = (row: AssetRow, image: { field_type: AssetField; name: string }) =>
    row.field_type === image.field_type && row.name === image.name
  const isNamed = (row: AssetRow) =>
    texts.some((text) => isText(row, text)) || images.some((image) => isImage(row, image))
  const made = assetOperations(
    texts.filter((text) => !rows.some((row) => isText(row, text))),
    images.filter((image) => !rows.some((row) => isImage(row, image))),
    newName,
  )
  if (made.linked.length === 0) return { operations: [], isNamed }
  const group = await groupOf(parts, customerId, campaignId)
  if (typeof group !== 'string') return group
  const links = made.linked.map((asset) => linkOperation(isOfCampaign(asset) ? campaign : group, asset))
  // There is one business name: a new one takes the place of the old.
  const hasNewName = made.linked.some(({ field_type }) => field_type === 'BUSINESS_NAME')
  const replaced = hasNewName ? rows.filter(({ field_type }) => field_type === 'BUSINESS_NAME') : []
  return { operations: [...made.operations, ...replaced.map(unlinkOperation), ...links], isNamed }
}

/** The group that holds a campaign's assets. */
export async function groupOf(
  { accounts }: GoogleParts,
  customerId: string,
  campaignId: string,
): Promise<string | Rejected | Unavailable> {
  const rows = await accounts.search(
    customerId,
    `SELECT asset_group.id, asset_group.resource_name FROM asset_group WHERE campaign.id = ${campaignId} AND asset_group.status != 'REMOVED' ORDER BY asset_group.id LIMIT 1`,
  )
  if (rows.outcome !== 'done') return rows
  return textAt(rows.value[0], 'assetGroup.resourceName') || NO_GROUP
}

export function unlinkOperation({ field_type, link }: AssetRow): Operation {
  return {
    kind: isOfCampaign({ field_type }) ? 'campaignAssetOperation' : 'assetGroupAssetOperation',
    field: field_type === 'BUSINESS_NAME' ? 'business_name' : 'assets',
    change: { remove: link },
  }
}

export async function readAssets(
  { accounts }: GoogleParts,
  customerId: string,
  campaignId: string,
): Promise<Read<AssetRow[]>> {
  if (resourceName(customerId, campaignId) === null) return { outcome: 'done', value: [] }
  const ask = (view: 'campaign_asset' | 'asset_group_asset', further: string) =>
    accounts.search(
      customerId,
      `SELECT ${ASSET_FIELDS}, ${['resource_name', 'field_type', 'status', 'primary_status', 'source'].map((field) => `${view}.${field}`).join(', ')}${further} FROM ${view} WHERE campaign.id = ${campaignId} AND ${view}.status != 'REMOVED' ORDER BY asset.id`,
    )
  const [brand, group] = await Promise.all([
    ask('campaign_asset', ', asset.policy_summary.review_status'),
    ask('asset_group_asset', ', asset_group_asset.policy_summary.review_status'),
  ])
  if (brand.outcome !== 'done') return brand
  if (group.outcome !== 'done') return group
  return {
    outcome: 'done',
    value: [
      ...brand.value.flatMap((row) => readAsset(row, 'campaignAsset', 'asset')),
      ...group.value.flatMap((row) => readAsset(row, 'assetGroupAsset', 'assetGroupAsset')),
    ],
  }
}

const ASSET_FIELDS =
  'asset.id, asset.resource_name, asset.name, asset.type, asset.text_asset.text, asset.image_asset.full_size.url'

export const NO_GROUP: Rejected = {
  outcome: 'rejected',
  reasons: [
    {
      code: 'AssetGroupError.CANNOT_ADD_ASSET_GROUP_FOR_CAMPAIGN_TYPE',
      message: 'The campaign has no group that takes assets.',
      field: 'assets',
    },
  ],
}

const FIELDS: Record<AssetField, true> = {
  ...{ HEADLINE: true, LONG_HEADLINE: true, DESCRIPTION: true, BUSINESS_NAME: true },
  ...{ LOGO: true, MARKETING_IMAGE: true, SQUARE_MARKETING_IMAGE: true },
}

/** Nothing for kinds of assets that we do not speak of, such as phone numbers. */
function readAsset(row: Row, link: string, reviewed: string): AssetRow[] {
  const field_type = textAt(row, `${link}.fieldType`)
  if (!isField(field_type)) return []
  const isImage = isImageField(field_type)
  const status = textAt(row, `${link}.status`)
  return [
    {
      asset_id: textAt(row, 'asset.id'),
      resource_name: textAt(row, 'asset.resourceName'),
      asset_type: isImage ? 'IMAGE' : 'TEXT',
      field_type,
      text: isImage ? null : textAt(row, 'asset.textAsset.text'),
      url: isImage ? textAt(row, 'asset.imageAsset.fullSize.url') : null,
      status: status === 'ENABLED' ? 'ENABLED' : 'PAUSED',
      primary_status: textAt(row, `${link}.primaryStatus`) || 'UNKNOWN',
      review_status: textAt(row, `${reviewed}.policySummary.reviewStatus`) || 'UNKNOWN',
      source:
        textAt(row, `${link}.source`) === 'AUTOMATICALLY_CREATED' ? 'AUTOMATICALLY_CREATED' : 'ADVERTISER',
      link: textAt(row, `${link}.resourceName`),
      name: textAt(row, 'asset.name'),
    },
  ]
}

function isField(text: string): text is AssetField {
  return Object.hasOwn(FIELDS, text)
}

function presentAsset({ link, name, ...asset }: AssetRow): PlatformAsset {
  return asset
}
