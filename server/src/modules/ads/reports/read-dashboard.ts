import type { InputOf, operations } from '@atrium/contract'
import { MAX_DASHBOARD_DAYS } from '@atrium/contract/ad-reports'
import { refuse } from '../../../platform/errors.ts'
import type { DayFigures } from '../../../ports/ad-platform/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { type AdAccountRow, accountOf } from '../accounts/account-store.ts'
import { isReachable, platformUnavailable } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'
import { comparedFigures, figuresByCampaign, figuresByDay } from './dashboard-figures.ts'
import type { Days } from './date-presets.ts'
import { countDays, daysBefore, reportDays, requireDates } from './report-days.ts'
import { campaignNames } from './report-store.ts'

export async function readDashboard(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.ads.dashboard>,
) {
  const { db, access, clock } = deps
  const app = await access.app(caller, params.app_id, 'editor')
  requireDates(query)
  const account = await accountOf(db, app.id)
  const days = reportDays(query, clock.now(), account?.timezone ?? 'UTC')
  if (days && countDays(days) > MAX_DASHBOARD_DAYS) throw refuse('date_range_too_long')
  const currency_code = account?.currency_code ?? null
  if (!account || !days) return { currency_code, ...NO_DAYS, ...comparedFigures([], []), ...NO_ROWS }

  const before = daysBefore(days)
  const rows = await figuresOf(deps, account, { first: before.first, last: days.last })
  const own = rows.filter(({ date }) => date >= days.first)
  const campaigns = figuresByCampaign(own)
  const names = await campaignNames(
    db,
    account.id,
    campaigns.map(({ platform_campaign_id }) => platform_campaign_id),
  )
  return {
    currency_code,
    start_date: days.first,
    end_date: days.last,
    previous_start_date: before.first,
    previous_end_date: before.last,
    ...comparedFigures(
      own,
      rows.filter(({ date }) => date < days.first),
    ),
    by_day: figuresByDay(own, days),
    by_campaign: campaigns.map(({ platform_campaign_id, ...figures }) => {
      const known = names.get(platform_campaign_id)
      const campaign_name = known?.campaign_name ?? platform_campaign_id
      return { campaign_id: known?.id ?? null, campaign_name, ...figures }
    }),
  }
}

const NO_DAYS = { start_date: null, end_date: null, previous_start_date: null, previous_end_date: null }
const NO_ROWS = { by_day: [], by_campaign: [] }

/** Both windows in one read. */
async function figuresOf(
  { adPlatform, log }: Deps,
  account: AdAccountRow,
  { first, last }: Days,
): Promise<DayFigures[]> {
  if (account.platform_customer_id === null) return []
  if (!isReachable(account, adPlatform)) throw platformUnavailable()
  const range = { from: first, to: last, campaign_ids: null }
  const answer = await adPlatform.performance(account.platform_customer_id, range)
  if (answer.outcome === 'done') return answer.value
  log.warn({ app_id: account.app_id, reason: answer.message }, 'the ad platform reported no figures')
  throw platformUnavailable()
}
