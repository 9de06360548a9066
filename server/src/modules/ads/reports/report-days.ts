/** Which days a report is about, as they were asked for. */
import { refuse } from '../../../platform/errors.ts'
import { addDays } from '../../../platform/time/local-days.ts'
import { type DatePreset, type Days, daysOf } from './date-presets.ts'

export interface DaysAsked {
  date_range?: DatePreset | undefined
  start_date?: string | undefined
  end_date?: string | undefined
}

/** Without an account nobody knows the time zone, but what is wrong with the dates is said all the same. */
export function requireDates({ start_date, end_date }: DaysAsked): void {
  if ((start_date === undefined) !== (end_date === undefined)) throw refuse('date_range_incomplete')
  if (start_date !== undefined && end_date !== undefined && start_date > end_date) {
    throw refuse('date_range_reversed')
  }
}

/** Null when the range has no day. */
export function reportDays(asked: DaysAsked, now: Date, timeZone: string): Days | null {
  const { date_range = 'LAST_30_DAYS', start_date, end_date } = asked
  if (start_date !== undefined && end_date !== undefined) return { first: start_date, last: end_date }
  return daysOf(date_range, now, timeZone)
}

export function countDays({ first, last }: Days): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
}

/** As many days, just before. */
export function daysBefore(days: Days): Days {
  return { first: addDays(days.first, -countDays(days)), last: addDays(days.first, -1) }
}

const DAY_MS = 86_400_000
