import type { InputOf, operations } from '@atrium/contract'
import { MAX_METRIC_DAYS, MAX_METRIC_DAYS_OF_ALL, MAX_METRIC_ROWS } from '@atrium/contract/campaigns'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { accountOf } from '../accounts/account-store.ts'
import type { Deps } from '../deps.ts'
import { countDays, reportDays, requireDates } from '../reports/report-days.ts'
import { campaignNames } from '../reports/report-store.ts'
import { NO_FIGURES, newestDays, sumOf } from './campaign-figures.ts'
import { findCampaign } from './campaign-store.ts'
import { isReachable, platformUnavailable } from './reachable-account.ts'

export async function readCampaignMetrics(
  { db, access, clock, adPlatform, log }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.campaigns.metrics>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  requireDates(query)
  const { campaign_id } = query
  const campaign = campaign_id === undefined ? null : await findCampaign(db, app.id, campaign_id)
  if (campaign_id !== undefined && !campaign) throw refuse('campaign_not_found')
  const account = await accountOf(db, app.id)
  const days = reportDays(query, clock.now(), account?.timezone ?? 'UTC')
  const most = campaign ? MAX_METRIC_DAYS : MAX_METRIC_DAYS_OF_ALL
  if (days && countDays(days) > most)
    throw refuse('date_range_too_long', { message: `Figures span at most ${most} days; choose fewer.` })
  const range = { start_date: days?.first ?? null, end_date: days?.last ?? null }
  if (!days || !account || account.platform_customer_id === null)
    return { ...range, rows: [], totals: NO_FIGURES, truncated: false }
  if (!isReachable(account, adPlatform)) throw platformUnavailable()
  const read = await adPlatform.performance(account.platform_customer_id, {
    from: days.first,
    to: days.last,
    campaign_ids: campaign ? [campaign.platform_campaign_id] : null,
  })
  if (read.outcome !== 'done') {
    log.warn({ app_id: app.id, cause: read.message }, 'figures cannot be read from the ad platform')
    throw platformUnavailable()
  }
  const shown = newestDays(read.value, MAX_METRIC_ROWS)
  const names = await campaignNames(
    db,
    account.id,
    shown.map((row) => row.campaign_id),
  )
  const rows = shown.map(({ campaign_id: platform_campaign_id, ...figures }) => ({
    campaign_id: names.get(platform_campaign_id)?.id ?? null,
    platform_campaign_id,
    ...figures,
  }))
  return { ...range, rows, totals: sumOf(read.value), truncated: rows.length < read.value.length }
}
