/** What looking after campaigns asks of the database: reads of the platform, stored only over what they were made of. */
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { type AdCampaignRow, type CampaignChange, type ClaimedCampaign, laterThan } from './campaign-store.ts'

/** So long a look at the platform may take. */
const CLAIM_SECONDS = 60

type DueRow = Pick<
  AdCampaignRow,
  | 'id'
  | 'app_id'
  | 'platform_campaign_id'
  | 'campaign_name'
  | 'status'
  | 'pause_reason'
  | 'settings'
  | 'updated_date'
  | 'checks'
> & { unsettled: CampaignChange; unsettled_since: Date; workspace_id: string }

const claimDue = prepared<DueRow>(
  'ad_campaign_claim_due',
  `update ad_campaigns c set claim_id = $3, claimed_until = $5, next_check_date = $5
     from apps a
    where c.app_id = $1 and c.id = $2 and a.id = c.app_id
      and c.unsettled is not null and c.next_check_date <= $4
      and (c.claimed_until is null or c.claimed_until <= $4)
    returning c.id, c.app_id, c.platform_campaign_id, c.campaign_name, c.status, c.pause_reason, c.settings,
      c.updated_date, c.checks, c.unsettled, c.unsettled_since, a.workspace_id`,
)

const postpone = prepared<{ id: string }>(
  'ad_campaign_postpone',
  `update ad_campaigns set claim_id = null, claimed_until = null, checks = $3, next_check_date = $4
    where id = $1 and claim_id = $2
    returning id`,
)

const selectOverdue = prepared<{ id: string; app_id: string }>(
  'ad_campaigns_overdue',
  `select id, app_id from ad_campaigns where unsettled is not null and next_check_date <= $1
    order by next_check_date limit $2`,
)

const holdPaused = prepared<{ id: string }>(
  'ad_campaign_hold_paused',
  `update ad_campaigns set pause_reason = 'user', updated_date = ${laterThan('updated_date', '$3')}
    where id = $1 and claim_id = $2 and status = 'PAUSED'
    returning id`,
)

// Left out where somebody changed the campaign since the row was read, or is about to: then the read may be older than
// the change. Nobody waits for those who store the same at this moment. A draft that is known by its content may be launched again once its campaign is removed.
const updateTruths = prepared<{ id: string }>(
  'ad_campaigns_truths',
  `with reported as (
     select * from jsonb_to_recordset($1::jsonb) as t(
       id text, was_updated_date timestamptz, was_unsettled_since timestamptz, campaign_name text, status text,
       pause_reason text, settings jsonb, review_status text, serving_status text, primary_status text,
       primary_status_reasons jsonb, learning_ends_at timestamptz, is_changed boolean, is_settled boolean)),
   free as (
     select c.id from ad_campaigns c join reported t on t.id = c.id
      where c.updated_date = t.was_updated_date
        and c.unsettled_since is not distinct from t.was_unsettled_since
        and (c.claimed_until is null or c.claimed_until <= $2)
      order by c.id for update of c skip locked),
   stored as (
     update ad_campaigns c
        set campaign_name = t.campaign_name, status = t.status, pause_reason = t.pause_reason, settings = t.settings,
            review_status = t.review_status, serving_status = t.serving_status, primary_status = t.primary_status,
            primary_status_reasons = array(select jsonb_array_elements_text(t.primary_status_reasons)),
            learning_ends_at = t.learning_ends_at,
            updated_date = case when t.is_changed then ${laterThan('c.updated_date', '$2')} else c.updated_date end,
            unsettled = case when t.is_settled then null else c.unsettled end,
            unsettled_since = case when t.is_settled then null else c.unsettled_since end,
            next_check_date = case when t.is_settled then null else c.next_check_date end,
            checks = case when t.is_settled then 0 else c.checks end,
            claim_id = null, claimed_until = null
       from reported t join free on free.id = t.id
      where c.id = t.id
      returning c.id, c.status),
   released as (
     update ad_launches l set state = 'released', updated_date = $2
       from stored s
      where l.campaign_id = s.id and s.status = 'REMOVED' and l.state = 'done' and l.draft_key like 'hash:%')
   select id from stored`,
)

export interface DueCampaign extends Pick<ClaimedCampaign, 'claim_id'> {
  row: DueRow
}

/** For one look at the platform. Null when the campaign is settled, not due, or in other hands. */
export async function claimDueCampaign(
  db: Db,
  { app_id, campaign_id }: { app_id: string; campaign_id: string },
  { claim_id, now }: { claim_id: string; now: Date },
): Promise<DueCampaign | null> {
  const until = new Date(now.getTime() + CLAIM_SECONDS * 1000)
  const [row] = await claimDue(db, [app_id, campaign_id, claim_id, now, until])
  return row ? { row, claim_id } : null
}

/** Nothing was learned: to be looked at again then; null: only by those who ask for the campaign. */
export async function postponeCheck(
  db: Db,
  { row, claim_id }: DueCampaign,
  { checks, next }: { checks: number; next: Date | null },
): Promise<void> {
  await postpone(db, [row.id, claim_id, checks, next])
}

export function overdueCampaigns(db: Db, before: Date, limit: number) {
  return selectOverdue(db, [before, limit])
}

/** Who wanted it paused while it waited for tracking wants it paused for good, whatever becomes of the call. */
export async function savePaused(
  db: Db,
  { row, claim_id }: Pick<ClaimedCampaign, 'claim_id'> & { row: { id: string } },
  now: Date,
): Promise<void> {
  await holdPaused(db, [row.id, claim_id, now])
}

export interface Truth {
  before: AdCampaignRow
  after: AdCampaignRow
  /** Something that people set is different, not only how the platform judges it. */
  is_changed: boolean
  is_settled: boolean
}

/** Returns the ids of those that were stored. */
export async function storeTruths(db: Db, truths: readonly Truth[], now: Date): Promise<string[]> {
  if (truths.length === 0) return []
  const rows = truths.map(({ before, after, is_changed, is_settled }) => ({
    ...after,
    was_updated_date: before.updated_date,
    was_unsettled_since: before.unsettled_since,
    is_changed,
    is_settled,
  }))
  return (await updateTruths(db, [JSON.stringify(rows), now])).map(({ id }) => id)
}
