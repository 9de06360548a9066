import { sql } from 'kysely'
import {
  type ArchiveRow,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../../platform/archive/collection.ts'
import {
  archivedColumns,
  archiveOf,
  requireReferences,
  storedRow,
} from '../../../platform/archive/table-archive.ts'
import { readTime } from '../../../platform/archive/times.ts'
import type { Db } from '../../../platform/database/db.ts'
import { makeId } from '../../../platform/ids.ts'
import type { AdoptedCampaign, CampaignMoment, CampaignSettings } from '../../../ports/ad-platform/port.ts'
import { isOfExportedApp } from '../../../tenancy/index.ts'
import type { AdAccountRow } from '../accounts/account-store.ts'
import { type AdCampaignRow, adCampaigns } from '../campaigns/campaign-store.ts'
import { adLaunches, type LaunchInput } from '../launch/launch-store.ts'
import { ArchivedCampaign, settingsOf } from './archived-campaign.ts'
import { momentOf, presumedHistory, reportedMoment, type Today } from './campaign-history.ts'
import type { PlatformArchive, Standing } from './platform-archive.ts'

/** Campaigns with all that became of them; those of the sandbox go on there, with the figures that they had. */
export function campaignArchive(platform: PlatformArchive) {
  return collection({
    ...archiveOf(adCampaigns),
    name: 'ads_campaigns',
    after: ['ads_accounts'],
    row: ArchivedCampaign,
    import: (tx, rows, context) => importCampaigns(tx, platform, rows, context),
    export: (db, scope) => exportCampaigns(db, platform, scope),
  })
}

type Account = Pick<AdAccountRow, 'id' | 'app_id' | 'platform' | 'platform_customer_id'> & {
  /** Of the app. */
  logo_url: string | null
}

/** A row with all that was worked out for it. */
interface Incoming {
  index: number
  row: ArchivedCampaign
  account: Account
  reference: string
  today: Today
  adopted: AdoptedCampaign
}

async function importCampaigns(
  tx: Db,
  platform: PlatformArchive,
  rows: readonly ArchiveRow<ArchivedCampaign>[],
  context: ImportContext,
): Promise<number> {
  await requireReferences(tx, adCampaigns, rows, context)
  const fresh = await onlyNew(tx, await incoming(tx, rows, context))
  const standings = await adopt(tx, platform, fresh, context)
  const campaigns = fresh.map((one) => columnsOf(one, standings.get(one.row.id), context.now))
  const added = new Set((await adCampaigns.insertNew(tx, campaigns)).map(({ id }) => id))
  const second = fresh.find(({ row }) => !added.has(row.id))
  if (second) {
    context.fail(second.index, 'platform_campaign_id', 'Another campaign of the account has this id')
  }
  const launches = fresh.flatMap(launchOf)
  const stored = new Set((await adLaunches.insertNew(tx, launches)).map(({ id }) => id))
  const left = launches.find(({ id }) => !stored.has(id))
  const repeated = fresh.find(({ row }) => row.id === left?.campaign_id)
  if (repeated) context.fail(repeated.index, 'draft_key', 'Another campaign was made of this draft')
  return added.size
}

async function incoming(
  tx: Db,
  rows: readonly ArchiveRow<ArchivedCampaign>[],
  context: ImportContext,
): Promise<Incoming[]> {
  const { rows: accounts } = await sql<Account>`
    select x.id, x.app_id, x.platform, x.platform_customer_id, a.logo_url
      from ad_accounts x join apps a on a.id = x.app_id
     where x.app_id = any(${rows.map(({ row }) => row.app_id)})`.execute(tx)
  const accountOf = new Map(accounts.map((account) => [account.app_id, account]))
  return rows.map(({ row, index }) => {
    const account = accountOf.get(row.app_id)
    if (!account || account.platform_customer_id === null)
      return context.fail(index, 'app_id', `The app "${row.app_id}" has no advertising account`)
    if (row.status !== 'PAUSED' && row.pause_reason)
      context.fail(index, 'pause_reason', 'Only a paused campaign has one; leave it out')
    const today = todayOf(row, account, context.now)
    const { id, campaign_type } = row
    const reference = row.reference ?? `archive-${id}`
    const adopted = {
      ...{ reference, campaign_type, created_date: today.created_date },
      customer_id: account.platform_customer_id,
      campaign_id: row.platform_campaign_id,
      history: historyOf(row, index, today, context),
    }
    return { index, row, account, reference, today, adopted }
  })
}

function todayOf(row: ArchivedCampaign, app: { logo_url: string | null }, now: Date): Today {
  const { status, created_date, updated_date } = storedRow(adCampaigns, row, now)
  return {
    ...{ status, created_date, updated_date },
    pause_reason: row.status === 'PAUSED' ? (row.pause_reason ?? 'user') : null,
    settings: settingsOf(row, app),
  }
}

function historyOf(
  { history }: ArchivedCampaign,
  index: number,
  today: Today,
  context: ImportContext,
): AdoptedCampaign['history'] {
  const moments = history?.map(({ date, campaign_name, ...reported }, place) => {
    const moment = momentOf(
      { ...reported, date: readTime(date, context.now), ...(campaign_name && { name: campaign_name }) },
      today.settings,
    )
    const path = `history[${place}].date`
    if (moment.date > context.now) context.fail(index, path, 'This has not happened yet')
    return moment
  })
  const [first, ...later] = moments ?? []
  if (!first) return presumedHistory(today)
  later.forEach(({ date }, place) => {
    const before = later[place - 1] ?? first
    if (date < before.date)
      context.fail(index, `history[${place + 1}].date`, 'The moments stand in their order, oldest first')
  })
  const last = later.at(-1) ?? first
  if (last.status !== today.status)
    context.fail(index, 'status', `It is ${last.status} since the last moment of its history`)
  return [first, ...later]
}

async function onlyNew(tx: Db, all: readonly Incoming[]): Promise<Incoming[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ad_campaigns where id = any(${all.map(({ row }) => row.id)})`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  return all.filter(({ row }) => !known.has(row.id))
}

/** How those of the sandbox stand there now. */
async function adopt(
  tx: Db,
  platform: PlatformArchive,
  fresh: readonly Incoming[],
  context: ImportContext,
): Promise<Map<string, Standing>> {
  const ours = fresh.filter(({ account }) => account.platform === 'sandbox')
  const standings = await platform.adoptCampaigns(
    tx,
    ours.map(({ adopted }) => adopted),
    context.now,
  )
  return new Map(
    ours.map(({ row, index }, place) => {
      const standing = standings[place]
      if (!standing)
        return context.fail(index, 'platform_campaign_id', 'Another campaign has this id or reference')
      return [row.id, standing]
    }),
  )
}

/** What the row tells of its standing holds until the platform is asked. */
function columnsOf({ row, account, reference, today }: Incoming, standing: Standing | undefined, now: Date) {
  const { name, ...settings } = today.settings
  return {
    ...storedRow(adCampaigns, row, now),
    ...{ account_id: account.id, reference, settings, pause_reason: today.pause_reason },
    ...standing,
    ...reportedStanding(row),
    learning_ends_at: row.learning_ends_at
      ? readTime(row.learning_ends_at, now)
      : (standing?.learning_ends_at ?? today.created_date),
  }
}

function reportedStanding(row: ArchivedCampaign): Partial<Standing> {
  const { review_status, serving_status, primary_status, primary_status_reasons } = row
  const reported = { review_status, serving_status, primary_status, primary_status_reasons }
  return Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== undefined))
}

/** So that the draft it was made of makes no second one. */
function launchOf({ row: { id, app_id, draft_key }, reference, today }: Incoming) {
  if (draft_key === undefined) return []
  const { created_date } = today
  const dates = { created_date, updated_date: created_date }
  // Nothing is asked of the platform any more.
  const input = {} as LaunchInput
  const state = 'done' as const
  return [{ id: makeId('lch'), app_id, draft_key, reference, state, campaign_id: id, input, ...dates }]
}

type ExportedRow = Pick<AdCampaignRow, 'id' | 'platform_campaign_id' | 'campaign_name' | 'settings'>

async function* exportCampaigns(db: Db, platform: PlatformArchive, scope: ExportScope) {
  for (let after = ''; ; ) {
    const { rows } = await sql<ExportedRow>`
      select ${archivedColumns(adCampaigns, 'c')}, c.settings, l.draft_key
        from ad_campaigns c
        left join lateral (
          select draft_key from ad_launches where campaign_id = c.id and state = 'done' limit 1) l on true
       where c.id > ${after} and ${isOfExportedApp(scope, 'c.app_id')}
       order by c.id limit ${ROWS_AT_ONCE}`.execute(db)
    const ids = rows.map(({ platform_campaign_id }) => platform_campaign_id)
    const histories = await platform.histories(db, ids)
    for (const { settings, ...row } of rows) {
      const today: CampaignSettings = { name: row.campaign_name, ...settings }
      const history = histories.get(row.platform_campaign_id)?.map((moment) => written(moment, today))
      yield { ...row, ...settings, history: history ?? null }
    }
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** Their past is longer than they are. */
const ROWS_AT_ONCE = 100

function written(moment: CampaignMoment, today: CampaignSettings) {
  const { name, ...reported } = reportedMoment(moment, today)
  return { ...reported, ...(name !== undefined && { campaign_name: name }) }
}
