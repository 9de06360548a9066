/** When a cron fires next, so that a person sees it before saving; the server decides. */

import { words } from './words.ts'

export const CRON_RULE = words.fiveFieldsMinuteHour

interface Cron {
  minutes: ReadonlySet<number>
  hours: ReadonlySet<number>
  days: ReadonlySet<number>
  months: ReadonlySet<number>
  weekdays: ReadonlySet<number>
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
  const parts = text.trim().toLowerCase().split(/\s+/)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts
  const minutes = valuesOf(minute, 0, 59)
  const hours = valuesOf(hour, 0, 23)
  const days = valuesOf(day, 1, 31)
  const months = valuesOf(month, 1, 12, MONTHS)
  const weekdays = valuesOf(weekday, 0, 7, WEEKDAYS)
  if (parts.length !== 5 || !minutes || !hours || !days || !months || !weekdays) return null
  return {
    minutes,
    hours,
    days,
    months,
    weekdays,
    isEither: day !== '*' && weekday !== '*',
  }
}

const ascending = (a: number, b: number) => a - b

function isDay({ days, months, weekdays, isEither }: Cron, date: Date): boolean {
  if (!months.has(date.getUTCMonth() + 1)) return false
  const byDay = days.has(date.getUTCDate())
  const byWeekday = weekdays.has(date.getUTCDay())
  return isEither ? byDay || byWeekday : byDay && byWeekday
}

function valuesOf(
  field: string,
  least: number,
  most: number,
  names: readonly string[] = [],
): Set<number> | null {
  const values = new Set<number>()
  for (const part of field.split(',')) {
    const [, from = '', to, step = '1'] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part) ?? []
    const read = (word: string) => {
      const at = names.indexOf(word)
      if (at >= 0) return least === 1 ? at + 1 : at
      return /^\d+$/.test(word) ? Number(word) : Number.NaN
    }
    const low = from === '*' ? least : read(from)
    const open = from === '*' || part.includes('/')
    const high = to !== undefined ? read(to) : open ? most : low
    if (!(low >= least && high <= most && low <= high && Number(step) >= 1)) return null
    const named = new Set<number>()
    // Sunday is 0 and 7.
    for (let value = low; value <= high; value += Number(step))
      named.add(names === WEEKDAYS ? value % 7 : value)
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
