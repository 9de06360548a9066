import { type Static, Type } from 'typebox'

/** The name of the text format that `readTime` understands. */
export const TIME_FORMAT = 'archive-time'

/** ISO 8601, or relative to the moment of import: `now`, `now-3d`, `now+2h`. */
export const ArchiveTime = Type.String({
  format: TIME_FORMAT,
  maxLength: 40,
  description: 'ISO 8601, or relative to the import: now, now-3d, now+2h (units s, m, h, d, w)',
})
export type ArchiveTime = Static<typeof ArchiveTime>

export function isTime(text: string): boolean {
  return parse(text, new Date(0)) !== null
}

/** The moment that the text names. */
export function readTime(text: string, now: Date): Date {
  const time = parse(text, now)
  if (time === null) throw new Error(`Not a time: ${text}`)
  return time
}

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const RELATIVE = /^now(?:([+-])(\d{1,9})([smhdw]))?$/
const ABSOLUTE =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/i

function parse(text: string, now: Date): Date | null {
  const relative = RELATIVE.exec(text)
  if (relative) {
    const [, sign, count = '0', unit = 's'] = relative
    const ms = Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
    return sane(new Date(now.getTime() + (sign === '-' ? -ms : ms)))
  }
  const [, date, clock = '00:00', zone = 'Z'] = ABSOLUTE.exec(text) ?? []
  if (date === undefined || !isCalendarDay(date)) return null
  return sane(new Date(`${date}T${clock}${zone.toUpperCase()}`)) // without a zone it is UTC
}

/** 30 February is refused, which the platform would move into March. */
function isCalendarDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

/** Four-digit years only: what the archive can write again. */
function sane(time: Date): Date | null {
  const year = time.getUTCFullYear()
  return year >= 1 && year <= 9999 ? time : null
}
