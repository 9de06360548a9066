/** Automations in plain words; what has none is shown as it is. */
import type { AutomationRun } from '@atrium/sdk'
import { isObject, type Json } from '../../entity-schema.ts'
import { explainCondition } from '../entity-schemas/explain-rule.ts'

export type Automation = AutomationRun['automation']

/** A sentence without its full stop. */
export function describeAutomation(automation: Automation): string {
  return automation.type === 'schedule' ? describeSchedule(automation) : describeTrigger(automation)
}

const EVENTS = { create: 'created', update: 'changed', delete: 'deleted' } as const

function describeTrigger({ entity_name = '', events = [], condition }: Automation): string {
  const what = either(events.map((event) => EVENTS[event]))
  const words = condition === undefined ? null : (condition as Json)
  const only = words !== null && isObject(words) ? `, if ${explainCondition(words)}` : ''
  return `When a record of ${entity_name} is ${what}${only}`
}

function describeSchedule({ cron = '', timezone }: Automation): string {
  return `${describeCron(cron)}${timezone === undefined || timezone === 'UTC' ? ', in UTC' : `, in the time of ${timezone}`}`
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function describeCron(cron: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().split(/\s+/)
  const asWritten = `At the times of “${cron}”`
  if (month !== '*') return asWritten
  const often = /^\*(?:\/(\d+))?$/.exec(minute)
  if (often && [hour, day, weekday].every((field) => field === '*'))
    return often[1] === undefined || often[1] === '1' ? 'Every minute' : `Every ${often[1]} minutes`
  if (!/^\d+$/.test(minute)) return asWritten
  const past = minute.padStart(2, '0')
  if (hour === '*' && day === '*' && weekday === '*') return `Every hour, at minute ${minute}`
  if (!/^\d+$/.test(hour)) return asWritten
  const at = `at ${hour.padStart(2, '0')}:${past}`
  if (day === '*' && weekday === '*') return `Every day ${at}`
  if (day === '*' && weekday === '1-5') return `Monday to Friday ${at}`
  if (day === '*' && /^[0-7](,[0-7])*$/.test(weekday))
    return `Every ${all(weekday.split(',').map((each) => DAYS[Number(each)] ?? ''))} ${at}`
  if (weekday === '*' && /^\d+$/.test(day)) return `On day ${day} of every month ${at}`
  return asWritten
}

const either = (words: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(words)
const all = (words: readonly string[]) => new Intl.ListFormat('en').format(words)

export const RUN_STATUSES = {
  queued: { label: 'Waiting', tone: 'open' },
  running: { label: 'Running', tone: 'open' },
  succeeded: { label: 'Succeeded', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
} as const
