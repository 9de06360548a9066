import { words } from './words.ts'

/** A moment: how long ago it was, the exact time on hover and for screen readers. */
export function Time({ at, otherwise = 'Never' }: { at: string | null | undefined; otherwise?: string }) {
  if (!at) return <span className="text-ink-3">{otherwise}</span>
  const date = parseTime(at)
  return (
    <time dateTime={date.toISOString()} title={FULL.format(date)} className="whitespace-nowrap tabular-nums">
      {describeTime(date, new Date())}
    </time>
  )
}

/** Some of the API's times carry no zone; they are UTC all the same. */
export function parseTime(text: string) {
  return new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
}

export function describeTime(date: Date, now: Date) {
  const seconds = (date.getTime() - now.getTime()) / 1000
  const distance = Math.abs(seconds)
  if (distance < 45) return seconds > 0 ? words.inAMoment : words.justNow
  const step = STEPS.find(({ below }) => distance < below)
  return step ? RELATIVE.format(Math.round(seconds / step.length), step.unit) : DAY.format(date)
}

export function formatFull(date: Date) {
  return FULL.format(date)
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY_LENGTH = 24 * HOUR
const STEPS: { below: number; length: number; unit: Intl.RelativeTimeFormatUnit }[] = [
  { below: HOUR, length: MINUTE, unit: 'minute' },
  { below: DAY_LENGTH, length: HOUR, unit: 'hour' },
  { below: 30 * DAY_LENGTH, length: DAY_LENGTH, unit: 'day' },
]
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const DAY = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' })
const FULL = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })
