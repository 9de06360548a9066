/** What an automation may be, and when the next time of a schedule is; pure. */
import type { Automation } from '@atrium/contract/automations'
import { CronExpressionParser } from 'cron-parser'
import type { Static } from 'typebox'
import { invalid } from '../../../platform/errors.ts'

export type Declared = Static<typeof Automation>
type Place = (string | number)[]

/** With the fields of its type only; refused when one is missing or says nothing. */
export function readAutomation(automation: Declared, loc: Place, now: Date): Declared {
  if (automation.type === 'schedule') return readSchedule(automation, loc, now)
  const { type, entity_name, events, condition } = automation
  if (entity_name === undefined) throw missing(loc, 'entity_name')
  if (events === undefined) throw missing(loc, 'events')
  const wanted = (['create', 'update', 'delete'] as const).filter((one) => events.includes(one))
  return { type, entity_name, events: wanted, ...(condition && { condition }) }
}

function readSchedule({ type, cron, timezone }: Declared, loc: Place, now: Date): Declared {
  if (cron === undefined) throw missing(loc, 'cron')
  if (timezone !== undefined && !isTimeZone(timezone)) {
    throw invalid([...loc, 'timezone'], 'timezone', 'Name a time zone such as Europe/Berlin')
  }
  if (cron.trim().split(/\s+/).length !== 5 || nextTime(cron, timezone, now) === null) {
    const msg = 'Send five fields that come true some day: minute, hour, day, month, weekday'
    throw invalid([...loc, 'cron'], 'cron', msg)
  }
  return { type, cron, ...(timezone !== undefined && { timezone }) }
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

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

function missing(loc: Place, field: string) {
  return invalid([...loc, field], 'missing', 'Field required')
}
