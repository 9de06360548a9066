import { RECENT_CONVERSION_DAYS } from '@atrium/contract/conversions'

const DAY_MS = 86_400_000

/** The first day, in UTC, of those that count as recent. */
export function recentSince(now: Date): string {
  return dayBefore(now, RECENT_CONVERSION_DAYS - 1)
}

export function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
}
