/** What campaigns of Google Ads cost and brought. Days are always named, never by Google's own words for them. */
import type { Clock } from '../../platform/clock.ts'
import { addDays } from '../../platform/time/local-days.ts'
import type { GoogleAccounts } from './google-accounts.ts'
import { numberAt, type Row, textAt } from './google-answers.ts'
import { CAMPAIGN_ID } from './google-names.ts'
import type {
  CampaignType,
  DayFigures,
  DayRange,
  Figures,
  PerformanceRange,
  Read,
  TermFigures,
  TermRange,
} from './port.ts'

interface ReportParts {
  accounts: GoogleAccounts
  clock: Clock
}

const FIGURES = 'metrics.impressions, metrics.clicks, metrics.cost_micros'

export async function performance(
  { accounts, clock }: ReportParts,
  customerId: string,
  { campaign_ids, ...range }: PerformanceRange,
): Promise<Read<DayFigures[]>> {
  const ids = campaign_ids?.filter((id) => CAMPAIGN_ID.test(id))
  const days = daysToAsk(range, clock)
  if (days === null || ids?.length === 0) return { outcome: 'done', value: [] }
  const chosen = ids ? ` AND campaign.id IN (${ids.join(', ')})` : ''
  const rows = await accounts.search(
    customerId,
    `SELECT campaign.id, segments.date, ${FIGURES}, metrics.conversions FROM campaign WHERE ${days} AND metrics.impressions > 0${chosen} ORDER BY campaign.id, segments.date`,
  )
  if (rows.outcome !== 'done') return rows
  const value = rows.value.map((row) => ({
    campaign_id: textAt(row, 'campaign.id'),
    date: textAt(row, 'segments.date'),
    ...figuresOf(row),
  }))
  return { outcome: 'done', value }
}

/** Smart campaigns report no conversions by search term; of the others they are asked for, and done without. */
export async function searchTerms(
  { accounts, clock }: ReportParts,
  customerId: string,
  type: CampaignType,
  { limit, ...range }: TermRange,
): Promise<Read<TermFigures[]>> {
  const days = daysToAsk(range, clock)
  if (days === null || limit < 1) return { outcome: 'done', value: [] }
  const view = type === 'SMART' ? 'smart_campaign_search_term_view' : 'campaign_search_term_view'
  const ofType = type === 'SMART' ? '' : " AND campaign.advertising_channel_type = 'PERFORMANCE_MAX'"
  const ask = (figures: string) =>
    accounts.search(
      customerId,
      `SELECT campaign.id, ${view}.search_term, ${figures} FROM ${view} WHERE ${days}${ofType} ORDER BY metrics.impressions DESC LIMIT ${Math.floor(limit)}`,
    )
  let rows = await ask(type === 'SMART' ? FIGURES : `${FIGURES}, metrics.conversions`)
  const isQuestionWrong = 'code' in rows && rows.code.startsWith('QueryError.')
  if (isQuestionWrong && type !== 'SMART') rows = await ask(FIGURES)
  if (rows.outcome !== 'done') return rows
  const path = type === 'SMART' ? 'smartCampaignSearchTermView' : 'campaignSearchTermView'
  const value = rows.value.map((row) => ({
    campaign_id: textAt(row, 'campaign.id'),
    search_term: textAt(row, `${path}.searchTerm`),
    ...figuresOf(row),
  }))
  return { outcome: 'done', value: value.filter(({ impressions }) => impressions > 0) }
}

/** Days are reported for so many months. */
const MONTHS_TOLD = 37

/** The part of the range that there can be figures for; null when that is no day. */
function daysToAsk({ from, to }: DayRange, clock: Clock): string | null {
  const now = clock.now()
  const oldest = new Date(now)
  oldest.setUTCMonth(oldest.getUTCMonth() - MONTHS_TOLD)
  // A day to spare on both sides: the account's own day may be another than ours.
  const first = later(from, addDays(oldest.toISOString().slice(0, 10), 2))
  const last = earlier(to, addDays(now.toISOString().slice(0, 10), 1))
  return first <= last ? `segments.date BETWEEN '${first}' AND '${last}'` : null
}

function later(a: string, b: string): string {
  return a > b ? a : b
}

function earlier(a: string, b: string): string {
  return a < b ? a : b
}

function figuresOf(row: Row): Figures {
  return {
    impressions: numberAt(row, 'metrics.impressions'),
    clicks: numberAt(row, 'metrics.clicks'),
    cost_micros: numberAt(row, 'metrics.costMicros'),
    conversions: numberAt(row, 'metrics.conversions'),
  }
}
