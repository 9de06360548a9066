/** Automations in plain words; what has none is shown as it is. */
import type { AutomationRun } from '@atrium/sdk'
import { describeCron } from '../../cron-words.ts'
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

const either = (words: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(words)

export const RUN_STATUSES = {
  queued: { label: 'Waiting', tone: 'open' },
  running: { label: 'Running', tone: 'open' },
  succeeded: { label: 'Succeeded', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
} as const
