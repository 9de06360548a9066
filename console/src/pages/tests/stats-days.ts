import type { FlowStats } from '@atrium/sdk'
import { daysBetween } from '../../chart/day-points.ts'

type Day = FlowStats['days'][number]

const DAY_MS = 86_400_000
export const STATS_DAYS = 30

/** Days without runs are left out of the answer; among the bars they have a place. */
export function everyStatsDay(days: readonly Day[], today: Date): Day[] {
  const byDay = new Map(days.map((day) => [day.day, day]))
  const last = today.toISOString().slice(0, 10)
  const first = new Date(today.getTime() - (STATS_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  return daysBetween(first, last).map(
    (day) => byDay.get(day) ?? { day, passed: 0, failed: 0, other: 0, median_ms: null },
  )
}

export const percent = (part: number) => `${(part * 100).toFixed(part > 0 && part < 0.1 ? 1 : 0)} %`
