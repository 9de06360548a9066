/** Calendar days of a time zone, written 2026-11-18. A day may have 23 or 25 hours, and midnight need not exist. */

/** The day it is there at that moment. */
export function localDate(moment: Date, timeZone: string): string {
  return formatOf(timeZone).format(moment)
}

/** The first moment of the day there. */
export function startOfDay(date: string, timeZone: string): Date {
  const key = `${timeZone} ${date}`
  const known = starts.get(key)
  if (known !== undefined) return new Date(known)
  const start = findStart(date, timeZone)
  if (starts.size >= MOST_STARTS) starts.clear()
  starts.set(key, start)
  return new Date(start)
}

/**
 * The moment at which clocks there show that time of the day. The first where they show it twice; where they skip it, as
 * much later as they jump.
 */
export function momentOfDay(date: string, minutes: number, timeZone: string): Date {
  const guess = startOfDay(date, timeZone).getTime() + minutes * MINUTE_MS
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE_MS
  const corrected = guess - (shownAt(guess, timeZone) - wanted)
  return new Date(shownAt(corrected, timeZone) === wanted ? corrected : guess)
}

/** Pure arithmetic of the calendar; the zone does not matter. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** All days from the first to the last, both inside. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

const DAY_MS = 24 * 3600 * 1000
const MINUTE_MS = 60_000
/** No zone is further from UTC. */
const FURTHEST_MS = 15 * 3600 * 1000
const MOST_STARTS = 50_000

const starts = new Map<string, number>()
const formats = new Map<string, Intl.DateTimeFormat>()

/** Halves the time around the day's midnight in UTC; zones change by whole minutes. */
function findStart(date: string, timeZone: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  let before = midnight - FURTHEST_MS
  let reached = midnight + FURTHEST_MS
  while (reached - before > MINUTE_MS) {
    const middle = before + Math.floor((reached - before) / MINUTE_MS / 2) * MINUTE_MS
    if (localDate(new Date(middle), timeZone) < date) before = middle
    else reached = middle
  }
  return reached
}

/** What clocks there show, as if it were UTC. */
function shownAt(moment: number, timeZone: string): number {
  const time = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  }).format(moment)
  return Date.parse(`${localDate(new Date(moment), timeZone)}T${time}:00Z`)
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}
