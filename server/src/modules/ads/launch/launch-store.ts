import { OneOf } from '@atrium/contract'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { integer, json, type RowOf, table, text, time } from '../../../platform/database/table.ts'
import type { NewCampaign } from '../../../ports/ad-platform/port.ts'

/** What is asked of the platform; the reference stands next to it. */
export type LaunchInput = Omit<NewCampaign, 'reference'>

const STATES = [
  'started',
  'account_sent',
  'campaign_sent',
  'enable_sent',
  'outcome_unknown',
  'done',
  'rejected',
  'released',
] as const
export const adLaunches = table(
  'ad_launches',
  {
    id: text(),
    app_id: text(),
    draft_key: text(),
    reference: text(),
    state: text(OneOf(STATES)),
    unknown_step: text(OneOf(['account', 'campaign', 'enable'])).nullable(),
    unknown_since: time().nullable(),
    campaign_id: text().nullable(),
    input: json(Type.Unsafe<LaunchInput>({})),
    error: json(Type.Unknown()).nullable(),
    checks: integer(),
    absent_reads: integer(),
    absent_since: time().nullable(),
    next_check_date: time().nullable(),
    created_by: text().nullable(),
    created_date: time(),
    updated_date: time(),
  },
  { key: ['id'], notArchived: 'of a launch only the draft_key goes out, with its campaign' },
)
export type LaunchRow = RowOf<typeof adLaunches>
export type LaunchState = LaunchRow['state']
export type LaunchStep = NonNullable<LaunchRow['unknown_step']>

const COLUMNS = adLaunches.columns()
const ON_THEIR_WAY = `('started', 'account_sent', 'campaign_sent', 'enable_sent')`
/** An index knows only these. */
const LIVING = `state not in ('rejected', 'released')`

const selectLiving = prepared<LaunchRow>(
  'ad_launch_of_draft',
  `select ${COLUMNS} from ad_launches where app_id = $1 and draft_key = $2 and ${LIVING}`,
)

const selectOne = prepared<LaunchRow>('ad_launch', `select ${COLUMNS} from ad_launches where id = $1`)

const selectOpening = prepared<{ updated_date: Date }>(
  'ad_launch_opening_account',
  `select updated_date from ad_launches
    where app_id = $1 and state = 'account_sent' and ${LIVING}
    order by updated_date desc limit 1`,
)

const selectOther = prepared<{ id: string }>(
  'ad_launch_of_campaign',
  'select id from ad_launches where campaign_id = $1 and id <> $2 limit 1',
)

const countLiving = prepared<{ count: number }>(
  'ad_campaigns_living',
  `select count(*)::int as count
     from (select from ad_campaigns where app_id = $1 and status <> 'REMOVED' limit $2) c`,
)

const insertOne = prepared<LaunchRow>(
  'ad_launch_insert',
  `insert into ad_launches (id, app_id, draft_key, reference, state, input, created_by, created_date, updated_date)
   values ($1, $2, $3, $4, 'started', $5, $6, $7, $7)
   on conflict (app_id, draft_key) where ${LIVING} do nothing
   returning ${COLUMNS}`,
)

const moveOne = prepared<LaunchRow>(
  'ad_launch_move',
  `update ad_launches
      set state = $3, campaign_id = coalesce($4, campaign_id), error = $5, updated_date = $6, next_check_date = null
    where id = $1 and state = any($2)
    returning ${COLUMNS}`,
)

const moveToUnknown = prepared<LaunchRow>(
  'ad_launch_unknown',
  `update ad_launches
      set state = 'outcome_unknown', unknown_step = $3, unknown_since = $4, error = $5, next_check_date = $6,
          checks = 0, absent_reads = 0, absent_since = null, updated_date = $4
    where id = $1 and state = $2
    returning ${COLUMNS}`,
)

const postponeOne = prepared<{ id: string }>(
  'ad_launch_postpone',
  `update ad_launches
      set checks = checks + 1, absent_reads = $3, absent_since = $4, next_check_date = $5, updated_date = $6
    where id = $1 and state = 'outcome_unknown' and checks = $2
    returning id`,
)

const selectStale = prepared<LaunchRow>(
  'ad_launches_stale',
  `select ${COLUMNS} from ad_launches where state in ${ON_THEIR_WAY} and updated_date < $1
    order by updated_date limit $2`,
)

const selectOverdue = prepared<{ id: string }>(
  'ad_launches_overdue',
  `select id from ad_launches where state = 'outcome_unknown' and next_check_date < $1
    order by next_check_date limit $2`,
)

const deleteEnded = prepared<{ id: string }>(
  'ad_launches_purge',
  `delete from ad_launches
    where id in (select id from ad_launches where state in ('rejected', 'released') and updated_date < $1 limit $2)
    returning id`,
)

/** The attempt that keeps the draft from being launched again. */
export async function livingLaunch(db: Db, appId: string, draftKey: string): Promise<LaunchRow | null> {
  const [row] = await selectLiving(db, [appId, draftKey])
  return row ?? null
}

export async function findLaunch(db: Db, id: string): Promise<LaunchRow | null> {
  const [row] = await selectOne(db, [id])
  return row ?? null
}

/** Since when somebody has been asking the platform for the app's account; null: nobody is. */
export async function openingSince(db: Db, appId: string): Promise<Date | null> {
  const [row] = await selectOpening(db, [appId])
  return row?.updated_date ?? null
}

/** Whether another launch made this campaign. */
export async function isOfAnotherLaunch(db: Db, campaignId: string, launchId: string): Promise<boolean> {
  return (await selectOther(db, [campaignId, launchId])).length > 0
}

/** How many campaigns of the app are not removed, counted up to the limit. */
export async function livingCampaigns(db: Db, appId: string, limit: number): Promise<number> {
  const [row] = await countLiving(db, [appId, limit])
  return row?.count ?? 0
}

export type NewLaunch = Pick<
  LaunchRow,
  'id' | 'app_id' | 'draft_key' | 'reference' | 'input' | 'created_by' | 'created_date'
>

/** Null when the draft is on its way, or has become a campaign. */
export async function insertLaunch(db: Db, row: NewLaunch): Promise<LaunchRow | null> {
  const [inserted] = await insertOne(db, [
    ...[row.id, row.app_id, row.draft_key, row.reference],
    ...[JSON.stringify(row.input), row.created_by, row.created_date],
  ])
  return inserted ?? null
}

export interface LaunchMove {
  from: readonly LaunchState[]
  to: LaunchState
  campaign_id?: string
  error?: unknown
}

/** Null when the launch is not in that state any more: another has taken it over. */
export async function moveLaunch(
  db: Db,
  id: string,
  { from, to, campaign_id, error }: LaunchMove,
  now: Date,
): Promise<LaunchRow | null> {
  const reported = error === undefined ? null : JSON.stringify(error)
  const [row] = await moveOne(db, [id, from, to, campaign_id ?? null, reported, now])
  return row ?? null
}

/** It was sent and nobody knows what became of it. Null as with `moveLaunch`. */
export async function markUnknown(
  db: Db,
  { id, state }: Pick<LaunchRow, 'id' | 'state'>,
  { step, message, now, next }: { step: LaunchStep; message: string; now: Date; next: Date },
): Promise<LaunchRow | null> {
  const [row] = await moveToUnknown(db, [id, state, step, now, JSON.stringify({ message }), next])
  return row ?? null
}

export interface NextCheck {
  absent_reads: number
  absent_since: Date | null
  next_check_date: Date
}

/** False when another has looked in the meantime. */
export async function postponeCheck(
  db: Db,
  { id, checks }: Pick<LaunchRow, 'id' | 'checks'>,
  { absent_reads, absent_since, next_check_date }: NextCheck,
  now: Date,
): Promise<boolean> {
  const values = [id, checks, absent_reads, absent_since, next_check_date, now]
  return (await postponeOne(db, values)).length > 0
}

/** Launches whose node seems to be gone, oldest first. */
export function staleLaunches(db: Db, before: Date, limit: number): Promise<LaunchRow[]> {
  return selectStale(db, [before, limit])
}

/** Unknown outcomes that should have been looked at before. */
export async function overdueLaunches(db: Db, before: Date, limit: number): Promise<string[]> {
  return (await selectOverdue(db, [before, limit])).map(({ id }) => id)
}

/** Attempts that came to nothing; returns how many there were. */
export async function purgeEndedLaunches(db: Db, before: Date, limit: number): Promise<number> {
  return (await deleteEnded(db, [before, limit])).length
}
