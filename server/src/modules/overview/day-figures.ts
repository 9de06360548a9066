/** Figures of days, made of what was counted; nothing else is looked at. */
import { type DayCount, type DayRange, dateOf } from '../../platform/time/day-range.ts'

export interface Figure {
  value: number | null
  previous: number | null
  by_day: (number | null)[]
}

const DAY_MS = 86_400_000

/** What is older than the days that it is kept is not known, rather than 0; without counts nothing is. // G681 */
export function figureOf(
  counts: readonly DayCount[] | null,
  { dates, from, previousFrom }: DayRange,
  now: Date,
  keptDays = Number.POSITIVE_INFINITY,
): Figure {
  if (counts === null) return { value: null, previous: null, by_day: dates.map(() => null) }
  const isKept = (first: number) => first >= now.getTime() - keptDays * DAY_MS
  const byDate = new Map(counts.map(({ date, count }) => [date, count]))
  const by_day = dates.map((date) => (isKept(Date.parse(date)) ? (byDate.get(date) ?? 0) : null))
  const before = counts.filter(({ date }) => date < dateOf(from))
  return {
    value: sumOf(by_day.map((count) => count ?? 0)),
    previous: isKept(previousFrom.getTime()) ? sumOf(before.map(({ count }) => count)) : null,
    by_day,
  }
}

/** Without the dust that adding fractions leaves. */
function sumOf(values: readonly number[]): number {
  return Math.round(values.reduce((all, value) => all + value, 0) * 1e6) / 1e6
}
