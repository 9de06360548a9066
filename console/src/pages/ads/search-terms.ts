/** The report of search terms, put into order here: it has no more rows than it shows. */
import type { SearchTermRow } from '@atrium/sdk'
import { unitsOf } from '../../money.ts'

const COLUMNS = ['search_term', 'campaign', 'impressions', 'clicks', 'cost_micros', 'conversions'] as const
type Column = (typeof COLUMNS)[number]

const DEFAULT_SORT = '-impressions'

/** `clicks` or `-clicks`; anything else is the order of the report. */
export function termSortOf(text: string | null): string {
  const isKnown = COLUMNS.some((column) => text === column || text === `-${column}`)
  return isKnown && text ? text : DEFAULT_SORT
}

export function sortedTerms(rows: readonly SearchTermRow[], sort: string): SearchTermRow[] {
  const isDown = sort.startsWith('-')
  const name = isDown ? sort.slice(1) : sort
  const column: Column = COLUMNS.find((known) => known === name) ?? 'impressions'
  const sign = isDown ? -1 : 1
  return rows.toSorted((a, b) => sign * compare(a[column], b[column]))
}

/** For a spreadsheet: amounts as plain numbers, the currency in the header. */
export function termsTable(rows: readonly SearchTermRow[], currency: string) {
  return {
    header: [
      'search_term',
      'campaign',
      'impressions',
      'clicks',
      `spend_${currency.toLowerCase()}`,
      'conversions',
    ],
    cells: rows.map((row) => [
      row.search_term,
      row.campaign,
      row.impressions,
      row.clicks,
      unitsOf(row.cost_micros),
      row.conversions,
    ]),
  }
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'string' ? a.localeCompare(String(b), 'en') : a - Number(b)
}
