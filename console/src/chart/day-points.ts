/** Days as the points of a chart, none left out. */
import { formatDay, startOfDay } from '../days.ts'
import { fill } from '../language/fill.ts'
import type { ChartPoint } from './chart-series.ts'
import { words } from './words.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** From the first to the last day, both inside. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(startOfDay(first)); at <= Date.parse(startOfDay(last)); at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}

/** Today is not over, so its value is no sign that things go down: it says so. */
export function dayPoint(day: string, now = new Date()): ChartPoint {
  const isToday = now.toISOString().startsWith(day)
  return {
    key: day,
    label: isToday ? fill(words.daySoFar, { day: formatDay(day) }) : formatDay(day),
    short: SHORT.format(new Date(startOfDay(day))),
    ...(isToday && { isUnfinished: true as const }),
  }
}

const SHORT = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
