import { Id, OneOf } from '@atrium/contract'
import { CampaignStatus, CampaignType } from '@atrium/contract/ad-campaign'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { integer, json, type RowOf, table, text, texts, time } from '../../../platform/database/table.ts'
import type { CampaignSettings, PlatformCampaign } from '../../../ports/ad-platform/port.ts'

export type StoredSettings = Omit<CampaignSettings, 'name'>

const Word = Type.String({ maxLength: 64 })
const UNSETTLED = 'about a change whose outcome is not known yet'
export const adCampaigns = table(
  'ad_campaigns',
  {
    id: text(Id),
    app_id: text(Id),
    account_id: text().notArchived('the account of the app'),
    platform_campaign_id: text(Id),
    campaign_name: text(Type.String({ minLength: 1, maxLength: 128 })),
    campaign_type: text(CampaignType),
    status: text(CampaignStatus),
    settings: json(Type.Unsafe<StoredSettings>({})).notArchived('each setting is a field of the row'),
    reference: text(Id),
    pause_reason: text(OneOf(['tracking_pending', 'user'])).nullable(),
    review_status: text(Word).default('UNKNOWN'),
    serving_status: text(Word).default('UNKNOWN'),
    primary_status: text(Word).default('UNKNOWN'),
    primary_status_reasons: texts(Type.Array(Word, { maxItems: 50 })).default([]),
    learning_ends_at: time(),
    /** A change that was sent and whose outcome is not known (yet, while it is claimed). */
    unsettled: text(OneOf(['pause', 'resume', 'delete', 'update']))
      .nullable()
      .notArchived(UNSETTLED),
    unsettled_since: time().nullable().notArchived(UNSETTLED),
    claim_id: text().nullable().notArchived(UNSETTLED),
    claimed_until: time().nullable().notArchived(UNSETTLED),
    checks: integer().notArchived(UNSETTLED),
    next_check_date: time().nullable().notArchived(UNSETTLED),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
  },
  { key: ['id'], references: { app_id: 'apps' } },
)
export type AdCampaignRow = RowOf<typeof adCampaigns>
export type CampaignChange = NonNullable<AdCampaignRow['unsettled']>
export type PauseReason = NonNullable<AdCampaignRow['pause_reason']>

const COLUMNS = adCampaigns.columns()

/**
 * Moves with every change, also within a millisecond and where clocks differ: who has read the platform stores that
 * only over the campaign as it was before the read, and knows it by this date.
 */
export function laterThan(column: string, now: string): string {
  return `greatest(${now}::timestamptz, ${column} + interval '1 millisecond')`
}

const selectOne = prepared<AdCampaignRow>(
  'ad_campaign',
  `select ${COLUMNS} from ad_campaigns where app_id = $1 and id = $2`,
)

const selectWaiting = prepared<AdCampaignRow>(
  'ad_campaigns_waiting',
  `select ${COLUMNS} from ad_campaigns
    where app_id = $1 and status = 'PAUSED' and pause_reason = 'tracking_pending'
    order by created_date desc, id limit 1000`,
)

const selectByPlatformId = prepared<AdCampaignRow>(
  'ad_campaign_by_platform_id',
  `select ${COLUMNS} from ad_campaigns where account_id = $1 and platform_campaign_id = $2`,
)

const insertOne = prepared<AdCampaignRow>(
  'ad_campaign_insert',
  `insert into ad_campaigns (id, app_id, account_id, platform_campaign_id, reference, campaign_type, campaign_name,
     status, pause_reason, settings, review_status, serving_status, primary_status, primary_status_reasons,
     learning_ends_at, created_date, updated_date)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)
   on conflict (account_id, platform_campaign_id) do nothing
   returning ${COLUMNS}`,
)

const claimOne = prepared<
  AdCampaignRow & { unsettled_before: CampaignChange | null; since_before: Date | null }
>(
  'ad_campaign_claim',
  `with before as (
     select id, unsettled, unsettled_since from ad_campaigns
      where app_id = $1 and id = $2 and (claimed_until is null or claimed_until <= $5)
        for update)
   update ad_campaigns c
      set unsettled = $3, unsettled_since = $5, claim_id = $4, claimed_until = $6, checks = 0, next_check_date = $6
     from before
    where c.id = before.id
    returning ${adCampaigns.columns('c')}, before.unsettled as unsettled_before, before.unsettled_since as since_before`,
)

// What the platform says is what holds. A draft that is known by its content may be launched again once its campaign
// is removed; one that was given an id never.
const settleOne = prepared<AdCampaignRow>(
  'ad_campaign_settle',
  `with settled as (
     update ad_campaigns
        set status = $3, pause_reason = $4, campaign_name = $5, settings = settings || $6::jsonb, review_status = $7,
            serving_status = $8, primary_status = $9, primary_status_reasons = $10, learning_ends_at = $11,
            updated_date = ${laterThan('updated_date', '$12')}, unsettled = null, unsettled_since = null, claim_id = null, claimed_until = null,
            checks = 0, next_check_date = null
      where id = $1 and claim_id = $2
      returning ${COLUMNS}),
   released as (
     update ad_launches l set state = 'released', updated_date = $12
       from settled c
      where l.campaign_id = c.id and c.status = 'REMOVED' and l.draft_key like 'hash:%'
        and l.state not in ('rejected', 'released'))
   select ${COLUMNS} from settled`,
)

const unclaimOne = prepared<AdCampaignRow>(
  'ad_campaign_unclaim',
  `update ad_campaigns
      set unsettled = $3, unsettled_since = $4, claim_id = null, claimed_until = null, next_check_date = $5
    where id = $1 and claim_id = $2
    returning ${COLUMNS}`,
)

/** Those that start as soon as tracking is verified. */
export function waitingCampaigns(db: Db, appId: string): Promise<AdCampaignRow[]> {
  return selectWaiting(db, [appId])
}

export async function findCampaign(db: Db, appId: string, id: string): Promise<AdCampaignRow | null> {
  const [row] = await selectOne(db, [appId, id])
  return row ?? null
}

export async function findByPlatformId(
  db: Db,
  accountId: string,
  platformCampaignId: string,
): Promise<AdCampaignRow | null> {
  const [row] = await selectByPlatformId(db, [accountId, platformCampaignId])
  return row ?? null
}

export interface NewCampaignRow {
  id: string
  app_id: string
  account_id: string
  /** As it was asked for; where the platform says otherwise, that holds. */
  settings: StoredSettings
  pause_reason: PauseReason | null
  now: Date
}

/** As the platform has it; null when there is a row of it already. */
export async function insertCampaign(
  db: Db,
  { id, app_id, account_id, settings, pause_reason, now }: NewCampaignRow,
  campaign: PlatformCampaign,
): Promise<AdCampaignRow | null> {
  const [row] = await insertOne(db, [
    ...[id, app_id, account_id, campaign.campaign_id, campaign.reference, campaign.campaign_type],
    ...[
      campaign.name,
      campaign.status,
      pause_reason,
      JSON.stringify({ ...settings, ...reportedSettings(campaign) }),
    ],
    ...[campaign.review_status, campaign.serving_status, campaign.primary_status],
    ...[campaign.primary_status_reasons, campaign.learning_ends_at, now],
  ])
  return row ?? null
}

/** A campaign in the hands of one who is about to change it on the platform. */
export interface ClaimedCampaign {
  row: AdCampaignRow
  claim_id: string
  /** What was unknown before, to be restored when nothing happened. */
  before: { unsettled: CampaignChange | null; since: Date | null }
}

/** No call of the platform takes so long. */
const CLAIM_SECONDS = 120

/** Before the platform is sent a change of the campaign. Null when there is none, or another's change is on its way. */
export async function claimCampaign(
  db: Db,
  { app_id, id, change }: { app_id: string; id: string; change: CampaignChange },
  { claim_id, now }: { claim_id: string; now: Date },
): Promise<ClaimedCampaign | null> {
  const until = new Date(now.getTime() + CLAIM_SECONDS * 1000)
  const [found] = await claimOne(db, [app_id, id, change, claim_id, now, until])
  if (!found) return null
  const { unsettled_before, since_before, ...row } = found
  return { row, claim_id, before: { unsettled: unsettled_before, since: since_before } }
}

/** The change is known: stores the campaign as the platform has it. Null when the claim was lost to another. */
export async function settleCampaign(
  db: Db,
  { row: { id }, claim_id }: Pick<ClaimedCampaign, 'claim_id'> & { row: { id: string } },
  campaign: PlatformCampaign,
  { pause_reason, now }: { pause_reason: PauseReason | null; now: Date },
): Promise<AdCampaignRow | null> {
  const [row] = await settleOne(db, [
    ...[id, claim_id, campaign.status, campaign.status === 'PAUSED' ? pause_reason : null],
    ...[
      campaign.name,
      JSON.stringify(reportedSettings(campaign)),
      campaign.review_status,
      campaign.serving_status,
    ],
    ...[campaign.primary_status, campaign.primary_status_reasons, campaign.learning_ends_at, now],
  ])
  return row ?? null
}

/** Surely nothing happened: all is as before the claim. */
export async function dropClaim(
  db: Db,
  { row, claim_id, before }: ClaimedCampaign,
  now: Date,
): Promise<AdCampaignRow | null> {
  const next = before.unsettled === null ? null : now
  const [left] = await unclaimOne(db, [row.id, claim_id, before.unsettled, before.since, next])
  return left ?? null
}

/** It was sent and the answer is lost: it stays unsettled, to be looked at from `nextCheck` on. */
export async function leaveUnsettled(
  db: Db,
  { row, claim_id }: ClaimedCampaign,
  nextCheck: Date,
): Promise<AdCampaignRow | null> {
  const [left] = await unclaimOne(db, [row.id, claim_id, row.unsettled, row.unsettled_since, nextCheck])
  return left ?? null
}

const SETTINGS = [
  'daily_budget_micros',
  'landing_page',
  'business_name',
  'business_description',
  'keyword_themes',
  'search_themes',
  'geo_targets',
  'language_code',
  'phone_number',
  'phone_country_code',
  'logo_url',
  'assets',
  'contains_eu_political_advertising',
] as const satisfies (keyof StoredSettings)[]

/** The settings that the platform reports; the others stay what they were. */
export function reportedSettings(campaign: PlatformCampaign): Partial<StoredSettings> {
  const reported = SETTINGS.filter((name) => campaign[name] !== undefined)
  return Object.fromEntries(reported.map((name) => [name, campaign[name]]))
}
