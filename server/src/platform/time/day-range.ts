/** Days in UTC that are counted, and as many before them to compare with. */
export interface DayRange {
  /** Oldest first; the last is today. */
  dates: readonly string[]
  /** The first moment of the first of them. */
  from: Date
  /** The first moment of the days before. */
  previousFrom: Date
}

/** What was counted on a day; days with nothing are left out. */
export interface DayCount {
  date: string
  count: number
}

const DAY_MS = 86_400_000

export function lastDays(now: Date, days: number): DayRange {
  const today = Math.floor(now.getTime() / DAY_MS)
  const from = new Date((today - days + 1) * DAY_MS)
  return {
    dates: Array.from({ length: days }, (_, place) => dateOf(new Date(from.getTime() + place * DAY_MS))),
    from,
    previousFrom: new Date(from.getTime() - days * DAY_MS),
  }
}

export function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
