import { daysBetween } from '../../chart/day-points.ts'

interface Metrics {
  start_date: string | null
  end_date: string | null
  rows: readonly {
    date: string
    impressions: number
    clicks: number
    cost_micros: number
    conversions: number
  }[]
}

const NOTHING = { impressions: 0, clicks: 0, cost_micros: 0, conversions: 0 }

/** The API leaves out days on which nobody saw the ads; in a chart they are zero. */
export function everyDay({ start_date, end_date, rows }: Metrics) {
  if (!start_date || !end_date) return []
  const byDay = new Map(rows.map((row) => [row.date, row]))
  return daysBetween(start_date, end_date).map((date) => ({ ...(byDay.get(date) ?? NOTHING), date }))
}
