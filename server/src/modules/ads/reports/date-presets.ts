/** Which days a report is about, when they are named and not written out. */
import type { DATE_PRESETS } from '@atrium/contract/ads'
import { localDate } from '../../../platform/time/local-days.ts'

export type DatePreset = (typeof DATE_PRESETS)[number]

/** Both included, as `YYYY-MM-DD`. */
export interface Days {
  first: string
  last: string
}

/** The days that a preset means at this moment in this time zone; null when there is none, as in this month on its first day. */
export function daysOf(preset: DatePreset, now: Date, timeZone: string): Days | null {
  const today = Date.parse(localDate(now, timeZone)) / DAY_MS
  const [first, last] = PRESETS[preset](today)
  return first > last ? null : { first: written(first), last: written(last) }
}

/** Days are counted from 1 January 1970, which was a Thursday: no hours, so no clock change can lose one. */
type Day = number
type Preset = (today: Day) => [first: Day, last: Day]

const MONDAY = 1
const SUNDAY = 0

/** A name that says where it ends is taken at its word; LAST_7, 30 and 90 include today; all others end before it. */
const PRESETS: Record<DatePreset, Preset> = {
  TODAY: (today) => [today, today],
  YESTERDAY: (today) => [today - 1, today - 1],
  LAST_7_DAYS: (today) => [today - 6, today],
  LAST_14_DAYS: (today) => [today - 14, today - 1],
  LAST_30_DAYS: (today) => [today - 29, today],
  LAST_90_DAYS: (today) => [today - 89, today],
  THIS_WEEK_MON_TODAY: (today) => [weekOf(today, MONDAY), today],
  THIS_WEEK_SUN_TODAY: (today) => [weekOf(today, SUNDAY), today],
  LAST_WEEK_MON_SUN: (today) => [weekOf(today, MONDAY) - 7, weekOf(today, MONDAY) - 1],
  LAST_WEEK_SUN_SAT: (today) => [weekOf(today, SUNDAY) - 7, weekOf(today, SUNDAY) - 1],
  LAST_BUSINESS_WEEK: (today) => [weekOf(today, MONDAY) - 7, weekOf(today, MONDAY) - 3],
  THIS_MONTH: (today) => [monthOf(today), today - 1],
  LAST_MONTH: (today) => [monthOf(monthOf(today) - 1), monthOf(today) - 1],
}

/** The first day of the week that the day is in. */
function weekOf(day: Day, firstWeekday: number): Day {
  const weekday = (day + 4) % 7
  return day - ((weekday - firstWeekday + 7) % 7)
}

/** The first day of the month that the day is in. */
function monthOf(day: Day): Day {
  return day - new Date(day * DAY_MS).getUTCDate() + 1
}

function written(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

const DAY_MS = 86_400_000
