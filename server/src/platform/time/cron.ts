/** Times that come again and again, as five fields say them; pure. */
import { CronExpressionParser } from 'cron-parser'
import { invalid } from '../errors.ts'

export interface Schedule {
  cron: string
  /** UTC unless it is set. */
  timezone?: string
}

const DAY_MS = 86_400_000

/** The library knows more, some with seconds. */
const NAMED: ReadonlySet<string> = new Set([
  ...['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@hourly', '@weekdays', '@weekends'],
])

/** A schedule as it was sent; refused when it says no time, or one in no time zone. */
export function readSchedule(
  { cron, timezone }: { cron?: string; timezone?: string },
  loc: readonly (string | number)[],
  now: Date,
): Schedule {
  if (cron === undefined) throw invalid([...loc, 'cron'], 'missing', 'Field required')
  if (timezone !== undefined && !isTimeZone(timezone))
    throw invalid([...loc, 'timezone'], 'timezone', 'Name a time zone such as Europe/Berlin')
  const isWritten = NAMED.has(cron) || (cron.trim().split(/\s+/).length === 5 && !isDrawn(cron))
  if (!isWritten || nextTime(cron, timezone, now) === null) {
    const msg =
      'Send five fields that come true some day: minute, hour, day, month, weekday; or a name such as @daily'
    throw invalid([...loc, 'cron'], 'cron', msg)
  }
  return { cron, ...(timezone !== undefined && { timezone }) }
}

/** When to look at a schedule again: at its next time, or in a day if it has none any more. */
export function nextLook({ cron = '', timezone }: Partial<Schedule>, after: Date): Date {
  return nextTime(cron, timezone, after) ?? new Date(after.getTime() + DAY_MS)
}

/** Null when there is none, or the text is no schedule. */
export function nextTime(cron: string, timezone: string | undefined, after: Date): Date | null {
  try {
    const schedule = CronExpressionParser.parse(cron, { currentDate: after, tz: timezone ?? 'UTC' })
    return schedule.next().toDate()
  } catch {
    return null
  }
}

/** The library takes `H` for a number that it draws anew each time it looks. */
function isDrawn(cron: string): boolean {
  return cron.replaceAll(/[a-z]{3}/gi, '').includes('H')
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
