/** Campaigns of Google Ads: how they are read, created, started, stopped and removed. */
import type { Clock } from '../../platform/clock.ts'
import { isTimeZone, momentOfDay } from '../../platform/time/local-days.ts'
import type { GoogleAccounts } from './google-accounts.ts'
import { numberAt, type Row, textAt, textsAt } from './google-answers.ts'
import type { GoogleImages } from './google-images.ts'
import { hasCode, type Mutated, mutate } from './google-mutate.ts'
import {
  CAMPAIGN_ID,
  CUSTOMER_ID,
  endsWithReference,
  nameWithReference,
  partsOfName,
} from './google-names.ts'
import { pmaxOperations } from './google-pmax.ts'
import type { GoogleRest } from './google-rest.ts'
import type {
  AssetField,
  CampaignStatus,
  CampaignType,
  NewAsset,
  NewCampaign,
  PlatformCampaign,
  Read,
  Rejected,
  Written,
} from './port.ts'

export interface GoogleParts {
  rest: GoogleRest
  accounts: GoogleAccounts
  images: GoogleImages
  clock: Clock
}

const FIELDS =
  'campaign.id, campaign.resource_name, campaign.name, campaign.status, campaign.serving_status, campaign.primary_status, campaign.primary_status_reasons, campaign.advertising_channel_type, campaign.start_date_time, campaign.contains_eu_political_advertising, campaign_budget.amount_micros, customer.time_zone'
const OF_OUR_TYPES = "campaign.advertising_channel_type IN ('SMART', 'PERFORMANCE_MAX')"

export async function readCampaigns(
  { accounts, clock }: GoogleParts,
  customerId: string,
  campaignIds: readonly string[] | null,
): Promise<Read<PlatformCampaign[]>> {
  const ids = campaignIds?.filter((id) => CAMPAIGN_ID.test(id))
  if (ids?.length === 0) return { outcome: 'done', value: [] }
  const chosen = ids ? ` AND campaign.id IN (${ids.join(', ')})` : ''
  const query = `SELECT ${FIELDS} FROM campaign WHERE ${OF_OUR_TYPES}${chosen} ORDER BY campaign.id`
  const rows = await accounts.search(customerId, query)
  if (rows.outcome !== 'done') return rows
  return { outcome: 'done', value: rows.value.map((row) => presentCampaign(row, clock)) }
}

/** The living one; else the one that was removed last. */
export async function findCampaign(
  { accounts, clock }: GoogleParts,
  customerId: string,
  reference: string,
): Promise<Read<PlatformCampaign | null>> {
  const ending = endsWithReference('campaign.name', reference)
  const query = `SELECT ${FIELDS} FROM campaign WHERE ${OF_OUR_TYPES} AND ${ending} ORDER BY campaign.id`
  const rows = await accounts.search(customerId, query)
  if (rows.outcome !== 'done') return rows
  const found = rows.value
    .map((row) => presentCampaign(row, clock))
    .filter((campaign) => campaign.reference === reference)
  const living = found.find(({ status }) => status !== 'REMOVED')
  return { outcome: 'done', value: living ?? found.at(-1) ?? null }
}

export async function createCampaign(
  parts: GoogleParts,
  customerId: string,
  campaign: NewCampaign,
): Promise<Written<PlatformCampaign>> {
  if (campaign.campaign_type !== 'PERFORMANCE_MAX') return NO_NEW_SMART
  if (!CUSTOMER_ID.test(customerId)) return NO_ACCOUNT
  const known = await findCampaign(parts, customerId, campaign.reference)
  if (known.outcome !== 'done') return known
  if (known.value && known.value.status !== 'REMOVED') return { outcome: 'done', value: known.value }

  const given = await parts.images.fetch(imageAssets(campaign))
  if (!Array.isArray(given)) return { outcome: 'rejected', reasons: [given] }
  const missing = NEEDED_IMAGES.filter((field) => !given.some((image) => image.field_type === field))
  const images = [...given, ...(await parts.images.draw(campaign.business_name, missing))]

  const created = await mutate(parts.rest, customerId, pmaxOperations(customerId, campaign, images))
  if (hasCode(created, /^CampaignError\.DUPLICATE_CAMPAIGN_NAME$/)) {
    // Somebody was faster with the same reference, or an answer was lost.
    const other = await findCampaign(parts, customerId, campaign.reference)
    if (other.outcome === 'done' && other.value && other.value.status !== 'REMOVED') {
      return { outcome: 'done', value: other.value }
    }
  }
  if (created.outcome !== 'done') return created
  const name = created.value.find((one) => /\/campaigns\/\d+$/.test(one)) ?? ''
  return { outcome: 'done', value: await readNew(parts, customerId, name, campaign) }
}

export async function setCampaignStatus(
  parts: GoogleParts,
  customerId: string,
  campaignId: string,
  status: 'ENABLED' | 'PAUSED',
): Promise<Written<PlatformCampaign>> {
  const name = resourceName(customerId, campaignId)
  if (name === null) return NO_CAMPAIGN
  const change = { update: { resourceName: name, status }, updateMask: 'status' }
  const outcome = await mutate(parts.rest, customerId, [{ kind: 'campaignOperation', field: null, change }])
  return changed(parts, customerId, campaignId, outcome)
}

export async function removeCampaign(
  parts: GoogleParts,
  customerId: string,
  campaignId: string,
): Promise<Written<PlatformCampaign>> {
  const name = resourceName(customerId, campaignId)
  if (name === null) return NO_CAMPAIGN
  const operation = { kind: 'campaignOperation', field: null, change: { remove: name } }
  const outcome = await mutate(parts.rest, customerId, [operation])
  if (hasCode(outcome, /\.(RESOURCE_NOT_FOUND|OPERATION_NOT_PERMITTED_FOR_REMOVED_\w+)$/)) {
    const read = await readCampaigns(parts, customerId, [campaignId])
    const [campaign] = read.outcome === 'done' ? read.value : []
    if (campaign?.status === 'REMOVED') return { outcome: 'done', value: campaign }
  }
  return changed(parts, customerId, campaignId, outcome)
}

/** After a change that happened: the campaign as it is now. */
export async function changed(
  parts: GoogleParts,
  customerId: string,
  campaignId: string,
  outcome: Mutated,
): Promise<Written<PlatformCampaign>> {
  if (outcome.outcome !== 'done') return outcome
  const read = await readCampaigns(parts, customerId, [campaignId])
  const [campaign] = read.outcome === 'done' ? read.value : []
  if (campaign) return { outcome: 'done', value: campaign }
  return { outcome: 'unknown', message: 'The campaign was changed and cannot be read.' }
}

/** Null for ids that cannot be any. */
export function resourceName(customerId: string, campaignId: string): string | null {
  const isPossible = CUSTOMER_ID.test(customerId) && CAMPAIGN_ID.test(campaignId)
  return isPossible ? `customers/${customerId}/campaigns/${campaignId}` : null
}

export const NO_CAMPAIGN: Rejected = rejected('RequestError.RESOURCE_NOT_FOUND', 'There is no such campaign.')
const NO_ACCOUNT = rejected('AuthorizationError.CUSTOMER_NOT_FOUND', 'There is no such account.')
const NO_NEW_SMART: Rejected = {
  outcome: 'rejected',
  reasons: [
    {
      code: 'SmartCampaignError.CREATION_FAILED',
      message: 'Google creates no smart campaigns any more.',
      field: 'campaign_type',
    },
  ],
}

const NEEDED_IMAGES: readonly AssetField[] = ['MARKETING_IMAGE', 'SQUARE_MARKETING_IMAGE']
const DAY_MS = 24 * 3600 * 1000
/** Google does not say when learning ends; it takes about so long. */
const LEARNING_DAYS: Record<CampaignType, number> = { SMART: 7, PERFORMANCE_MAX: 14 }

function rejected(code: string, message: string): Rejected {
  return { outcome: 'rejected', reasons: [{ code, message }] }
}

function imageAssets({ logo_url, assets }: NewCampaign) {
  const logo: NewAsset[] = logo_url === null ? [] : [{ field_type: 'LOGO', value: logo_url }]
  const others = assets.filter(({ field_type, value }) => field_type !== 'LOGO' || value !== logo_url)
  return [
    ...logo.map((asset) => ({ ...asset, field: 'logo_url' as const })),
    ...others.map((asset) => ({ ...asset, field: 'assets' as const })),
  ]
}

/** It is there for sure; when it cannot be read yet, it is what it was asked to be. */
async function readNew(
  parts: GoogleParts,
  customerId: string,
  name: string,
  campaign: NewCampaign,
): Promise<PlatformCampaign> {
  const campaign_id = name.slice(name.lastIndexOf('/') + 1)
  const read = await readCampaigns(parts, customerId, [campaign_id])
  const [found] = read.outcome === 'done' ? read.value : []
  const asked = {
    campaign: {
      id: campaign_id,
      resourceName: name,
      name: nameWithReference(campaign.name, campaign.reference),
      status: 'PAUSED',
      servingStatus: 'NONE',
      primaryStatus: 'PAUSED',
      primaryStatusReasons: ['CAMPAIGN_PAUSED'],
      advertisingChannelType: campaign.campaign_type,
    },
    campaignBudget: { amountMicros: String(campaign.daily_budget_micros) },
  }
  return found ?? presentCampaign(asked, parts.clock)
}

function presentCampaign(row: Row, clock: Clock): PlatformCampaign {
  const campaign_type =
    textAt(row, 'campaign.advertisingChannelType') === 'SMART' ? 'SMART' : 'PERFORMANCE_MAX'
  const created_date = startOf(row) ?? clock.now()
  const primary_status_reasons = textsAt(row, 'campaign.primaryStatusReasons')
  const primary_status = textAt(row, 'campaign.primaryStatus') || 'UNKNOWN'
  return {
    ...partsOfName(textAt(row, 'campaign.name')),
    campaign_id: textAt(row, 'campaign.id'),
    resource_name: textAt(row, 'campaign.resourceName'),
    campaign_type,
    daily_budget_micros: numberAt(row, 'campaignBudget.amountMicros'),
    contains_eu_political_advertising: declarationOf(textAt(row, 'campaign.containsEuPoliticalAdvertising')),
    status: statusOf(textAt(row, 'campaign.status')),
    review_status: reviewOf(primary_status, primary_status_reasons),
    serving_status: textAt(row, 'campaign.servingStatus') || 'UNKNOWN',
    primary_status,
    primary_status_reasons,
    learning_ends_at: new Date(created_date.getTime() + LEARNING_DAYS[campaign_type] * DAY_MS),
    created_date,
  }
}

/** `2026-11-18 13:00:00` in the account's zone; Google reports no other moment of the beginning. */
function startOf(row: Row): Date | null {
  const zone = textAt(row, 'customer.timeZone')
  const [, date, hours, minutes] =
    /^(\d{4}-\d\d-\d\d) (\d\d):(\d\d)/.exec(textAt(row, 'campaign.startDateTime')) ?? []
  if (date === undefined || !isTimeZone(zone)) return null
  return momentOfDay(date, Number(hours) * 60 + Number(minutes), zone)
}

function statusOf(status: string): CampaignStatus {
  return status === 'ENABLED' || status === 'REMOVED' ? status : 'PAUSED'
}

function declarationOf(word: string): boolean | null {
  if (word === 'CONTAINS_EU_POLITICAL_ADVERTISING') return true
  return word === 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING' ? false : null
}

/** Campaigns have no review of their own there: what is said of their ads tells. */
function reviewOf(primary: string, reasons: readonly string[]): string {
  if (reasons.some((reason) => reason.endsWith('_UNDER_REVIEW'))) return 'REVIEW_IN_PROGRESS'
  const isJudged = reasons.some((reason) => /_(DISAPPROVED|LIMITED_BY_POLICY)$/.test(reason))
  return isJudged || ['ELIGIBLE', 'LEARNING', 'LIMITED'].includes(primary) ? 'REVIEWED' : 'UNKNOWN'
}
