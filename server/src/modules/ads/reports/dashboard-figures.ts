/** Sums and comparisons of a dashboard; figures of days come in, nothing else is looked at. */
import { MAX_DASHBOARD_CAMPAIGNS } from '@atrium/contract/ad-reports'
import { addDays } from '../../../platform/time/local-days.ts'
import type { DayFigures, Figures } from '../../../ports/ad-platform/port.ts'
import type { Days } from './date-presets.ts'
import { countDays } from './report-days.ts'

export interface Rates {
  ctr: number
  average_cpc_micros: number
}

export interface Compared {
  value: number
  previous: number
  change: number | null
}

/** Each figure next to that of the days before. */
export function comparedFigures(now: readonly Figures[], before: readonly Figures[]) {
  const value = withRates(sumOf(now))
  const previous = withRates(sumOf(before))
  const compared = (name: keyof typeof value) => compare(value[name], previous[name])
  return {
    cost_micros: compared('cost_micros'),
    impressions: compared('impressions'),
    clicks: compared('clicks'),
    conversions: compared('conversions'),
    ctr: compared('ctr'),
    average_cpc_micros: compared('average_cpc_micros'),
  }
}

/** Every day of the range, also those on which nothing happened. */
export function figuresByDay(rows: readonly DayFigures[], days: Days): (Figures & { date: string })[] {
  const byDate = Map.groupBy(rows, ({ date }) => date)
  return Array.from({ length: countDays(days) }, (_, place) => {
    const date = addDays(days.first, place)
    return { date, ...sumOf(byDate.get(date) ?? []) }
  })
}

/** The most expensive first; those that nobody saw are not there. */
export function figuresByCampaign(
  rows: readonly DayFigures[],
): (Figures & Rates & { platform_campaign_id: string })[] {
  const byCampaign = Map.groupBy(rows, ({ campaign_id }) => campaign_id)
  return [...byCampaign]
    .map(([platform_campaign_id, own]) => ({ platform_campaign_id, ...withRates(sumOf(own)) }))
    .sort(
      (a, b) =>
        b.cost_micros - a.cost_micros ||
        b.impressions - a.impressions ||
        (a.platform_campaign_id < b.platform_campaign_id ? -1 : 1),
    )
    .slice(0, MAX_DASHBOARD_CAMPAIGNS)
}

function sumOf(rows: readonly Figures[]): Figures {
  const sum = { impressions: 0, clicks: 0, cost_micros: 0, conversions: 0 }
  for (const { impressions, clicks, cost_micros, conversions } of rows) {
    sum.impressions += impressions
    sum.clicks += clicks
    sum.cost_micros += cost_micros
    sum.conversions += conversions
  }
  return { ...sum, conversions: rounded(sum.conversions, 2) }
}

function withRates(figures: Figures): Figures & Rates {
  const { impressions, clicks, cost_micros } = figures
  return {
    ...figures,
    ctr: impressions === 0 ? 0 : rounded(clicks / impressions, 4),
    average_cpc_micros: clicks === 0 ? 0 : Math.round(cost_micros / clicks),
  }
}

function compare(value: number, previous: number): Compared {
  return { value, previous, change: previous === 0 ? null : rounded((value - previous) / previous, 4) }
}

function rounded(value: number, digits: number): number {
  const unit = 10 ** digits
  return Math.round(value * unit) / unit
}
