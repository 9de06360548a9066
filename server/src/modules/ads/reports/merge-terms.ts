import type { TermFigures } from '../../../ports/ad-platform/port.ts'

/**
 * One row for each search term of a campaign, however it was written: that of the most impressions names it. Most
 * impressions first, then most clicks, then by the term.
 */
export function mergeTerms(rows: readonly TermFigures[]): TermFigures[] {
  const merged = new Map<string, TermFigures>()
  for (const row of [...rows].sort(byImpressions)) {
    const key = JSON.stringify([row.campaign_id, foldCase(row.search_term)])
    const sum = merged.get(key)
    merged.set(key, sum ? added(sum, row) : row)
  }
  return [...merged.values()].sort(byImpressions)
}

function added(sum: TermFigures, row: TermFigures): TermFigures {
  return {
    ...sum,
    impressions: sum.impressions + row.impressions,
    clicks: sum.clicks + row.clicks,
    cost_micros: sum.cost_micros + row.cost_micros,
    conversions: Math.round((sum.conversions + row.conversions) * 100) / 100,
  }
}

/** Some letters have several small forms, and some no single large one. */
function foldCase(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase()
}

function byImpressions(a: TermFigures, b: TermFigures): number {
  return (
    b.impressions - a.impressions ||
    b.clicks - a.clicks ||
    compareText(a.search_term, b.search_term) ||
    compareText(a.campaign_id, b.campaign_id)
  )
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
