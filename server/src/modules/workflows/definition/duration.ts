/** How long something lasts, as definitions write it; pure. */
import type { Duration, DurationUnit } from '@atrium/contract/workflow-definition'

/** Nothing in a workflow lasts longer. */
export const MOST_DURATION_MS = 365 * 86_400_000

const UNITS: Record<DurationUnit, number> = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1_000,
  milliseconds: 1,
}
const ISO =
  /^P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/

/** Of a duration that was checked when its definition was saved. */
export function durationMs(duration: Duration): number {
  const ms = readDuration(duration)
  if (ms === null) throw new Error(`No duration: ${JSON.stringify(duration)}`)
  return ms
}

/** Null when it is no duration. Months and years are none, because they differ. */
export function readDuration(value: unknown): number | null {
  if (typeof value === 'string') return readIso(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const parts = Object.entries(value)
  if (parts.length === 0 || !parts.every(isPart)) return null
  return Math.round(parts.filter(isPart).reduce((sum, [unit, count]) => sum + count * UNITS[unit], 0))
}

function isPart(part: [string, unknown]): part is [DurationUnit, number] {
  const [unit, count] = part
  return Object.hasOwn(UNITS, unit) && typeof count === 'number' && Number.isFinite(count) && count >= 0
}

function readIso(text: string): number | null {
  const found = ISO.exec(text)
  if (!found || /[PT]$/.test(text)) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((count) => Number(count ?? 0))
  return Math.round(
    (weeks * 7 + days) * UNITS.days + hours * UNITS.hours + minutes * UNITS.minutes + seconds * UNITS.seconds,
  )
}
