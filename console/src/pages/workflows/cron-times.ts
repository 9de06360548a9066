/** When a cron fires next, so that a person sees it before saving; the server decides. */

import { NAMED_CRONS } from '../../cron-words.ts'
import { words } from './words.ts'

export const CRON_RULE = words.fiveFieldsMinuteHour

interface Cron {
  minutes: ReadonlySet<number>
  hours: ReadonlySet<number>
  days: ReadonlySet<number>
  months: ReadonlySet<number>
  weekdays: ReadonlySet<number>
  /** Only the first, second … of the month; null for all. */
  nth: number | null
  isLastDay: boolean
  /** Weekdays whose last occurrence in the month matches. */
  lastWeekdays: ReadonlySet<number>
  /** Where both kinds of days are named, be it by a step, either is enough. */
  isEither: boolean
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const DAY_MS = 86_400_000
/** A 29 February that is also named by month comes within eight years. */
const MOST_DAYS = 8 * 366 + 1

/** Null when it cannot be read, names no day that exists, or the zone is unknown. */
export function nextTime(cron: string, timezone: string, after: Date): Date | null {
  const fields = cronOf(cron)
  const zone = clockOf(timezone)
  if (!fields || !zone) return null
  const minutes = [...fields.minutes].sort(ascending)
  const hours = [...fields.hours].sort(ascending)
  const first = zone(after)
  for (let day = 0; day < MOST_DAYS; day++) {
    const date = new Date(
      Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate()) + day * DAY_MS,
    )
    if (!isDay(fields, date)) continue
    for (const hour of hours)
      for (const minute of minutes) {
        const at = inZone(date.getTime() + (hour * 60 + minute) * 60_000, zone)
        if (at > after.getTime()) return new Date(at)
      }
  }
  return null
}

/** The fields of a cron; null when it has others than five, or one that cannot be read. */
export function cronOf(text: string): Cron | null {
  const written = Object.hasOwn(NAMED_CRONS, text) ? (NAMED_CRONS[text] ?? '') : text
  const parts = written.trim().split(/\s+/)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts.map((part) =>
    part.replaceAll('?', '*'),
  )
  const minutes = valuesOf(minute, 0, 59)
  const hours = valuesOf(hour, 0, 23)
  const { rest: numbered, lasts: lastDays } = withoutLasts(day)
  const days = numbered === '' ? new Set<number>() : valuesOf(numbered, 1, 31)
  const months = valuesOf(numbersFor(month, MONTHS, 1), 1, 12)
  const week = weekdaysOf(numbersFor(weekday, WEEKDAYS, 0))
  if (parts.length !== 5 || !minutes || !hours || !days || !months || !week) return null
  return {
    ...{ minutes, hours, days, months },
    ...week,
    isLastDay: lastDays.length > 0,
    isEither: day !== '*' && weekday !== '*',
  }
}

/** Names in either case as their numbers. */
function numbersFor(field: string, names: readonly string[], first: number): string {
  return field.replaceAll(/[a-z]{3}/gi, (name) => {
    const at = names.indexOf(name.toLowerCase())
    return at < 0 ? name : String(at + first)
  })
}

/** A field without the parts that end in L, and those: `L` is the last day of a month, `5L` the last Friday. */
function withoutLasts(field: string): { rest: string; lasts: string[] } {
  const parts = field.split(',')
  const lasts = parts.filter((part) => /^\d?L$/.test(part))
  return { rest: parts.filter((part) => !lasts.includes(part)).join(','), lasts }
}

function weekdaysOf(field: string): Pick<Cron, 'weekdays' | 'lastWeekdays' | 'nth'> | null {
  const [which = '', nth, ...more] = field.split('#')
  if (more.length > 0 || (nth !== undefined && (!/^[1-5]$/.test(nth) || /[,/-]/.test(field)))) return null
  const { rest, lasts } = withoutLasts(which)
  const lastWeekdays = lasts.map((part) => Number(part[0]) % 7)
  // Each weekday must be named, and only once.
  if (lasts.includes('L') || lasts.some((part) => part > '7L') || new Set(lasts).size < lasts.length)
    return null
  const weekdays = rest === '' && lasts.length > 0 ? new Set<number>() : valuesOf(rest, 0, 7, true)
  return (
    weekdays && { weekdays, lastWeekdays: new Set(lastWeekdays), nth: nth === undefined ? null : Number(nth) }
  )
}

const ascending = (a: number, b: number) => a - b

function isDay(cron: Cron, date: Date): boolean {
  if (!cron.months.has(date.getUTCMonth() + 1)) return false
  const [day, weekday] = [date.getUTCDate(), date.getUTCDay()]
  const left = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate() - day
  const byDay = cron.days.has(day) || (cron.isLastDay && left === 0)
  const isNth = cron.nth === null || Math.ceil(day / 7) === cron.nth
  const byWeekday = (cron.weekdays.has(weekday) && isNth) || (cron.lastWeekdays.has(weekday) && left < 7)
  return cron.isEither ? byDay || byWeekday : byDay && byWeekday
}

function valuesOf(field: string, least: number, most: number, isWeek = false): Set<number> | null {
  const values = new Set<number>()
  for (const part of field.split(',')) {
    const [, from = '', to, step = '1'] = /^(\*|\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(part) ?? []
    const low = from === '*' ? least : Number(from || Number.NaN)
    const open = from === '*' || part.includes('/')
    const high = to !== undefined ? Number(to) : open ? most : low
    if (!(low >= least && high <= most && low <= high && Number(step) >= 1)) return null
    const named = new Set<number>()
    // Sunday is 0 and 7.
    for (let value = low; value <= high; value += Number(step)) named.add(isWeek ? value % 7 : value)
    for (const value of named) {
      // The server takes none twice.
      if (values.has(value)) return null
      values.add(value)
    }
  }
  return values
}

/** What a clock of the zone shows, as if it were UTC. */
type ZoneClock = (at: Date) => Date

function clockOf(timeZone: string): ZoneClock | null {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en', { ...SHOWN, timeZone })
  } catch {
    return null
  }
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
    return new Date(Date.UTC(year, month - 1, day, hour, minute))
  }
}

const SHOWN = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
} as const

/** The moment at which the clock of the zone shows this; where it is skipped, as much later as the clock jumps. */
function inZone(shown: number, zone: ZoneClock): number {
  const guess = shown - (zone(new Date(shown)).getTime() - shown)
  return guess - (zone(new Date(guess)).getTime() - shown)
}
