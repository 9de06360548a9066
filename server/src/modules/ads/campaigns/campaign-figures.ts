import type { DayFigures, Figures } from '../../../ports/ad-platform/port.ts'

export const NO_FIGURES: Figures = { impressions: 0, clicks: 0, cost_micros: 0, conversions: 0 }

/** By the campaigns' ids on the platform. */
export function sumsByCampaign(days: readonly DayFigures[]): Map<string, Figures> {
  const groups = Map.groupBy(days, ({ campaign_id }) => campaign_id)
  return new Map([...groups].map(([id, rows]) => [id, sumOf(rows)]))
}

export function sumOf(rows: readonly Figures[]): Figures {
  const sum = { ...NO_FIGURES }
  for (const row of rows) {
    sum.impressions += row.impressions
    sum.clicks += row.clicks
    sum.cost_micros += row.cost_micros
    sum.conversions += row.conversions
  }
  // Parts of conversions have two decimals; adding them brings dust.
  return { ...sum, conversions: Math.round(sum.conversions * 100) / 100 }
}

/** Newest day first, then what cost most; not more than so many. */
export function newestDays(rows: readonly DayFigures[], most: number): DayFigures[] {
  return rows.toSorted(newestFirst).slice(0, most)
}

function newestFirst(a: DayFigures, b: DayFigures): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return b.cost_micros - a.cost_micros || (a.campaign_id < b.campaign_id ? -1 : 1)
}
