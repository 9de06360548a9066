/** Days such as 2026-11-15, as addresses and date fields have them: in UTC, so that a link means the same to all. */

const DAY_MS = 24 * 60 * 60 * 1000

/** The day a text names, if it names one. */
export function dayOf(text: string | null): string | undefined {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const at = new Date(`${text}T00:00:00Z`)
  // The calendar has no 30th of February, though Date makes it the 2nd of March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}

export function startOfDay(day: string): string {
  return `${day}T00:00:00.000Z`
}

export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`
}

export function startOfNextDay(day: string): string {
  return new Date(Date.parse(startOfDay(day)) + DAY_MS).toISOString()
}

export function formatDay(day: string): string {
  return DAY.format(new Date(startOfDay(day)))
}

const DAY = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
