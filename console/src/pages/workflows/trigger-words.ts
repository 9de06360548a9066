/** What starts a workflow, in words. */
import type { WorkflowTrigger } from '@atrium/sdk'
import { describeCron } from '../../cron-words.ts'
import { isObject, type Json } from '../../entity-schema.ts'
import type { TriggerType } from '../../paths.ts'
import { explainCondition } from '../entity-schemas/explain-rule.ts'

/** A sentence without its full stop. */
export function describeTrigger(trigger: WorkflowTrigger): string {
  if (trigger.type === 'entity') return describeEntity(trigger)
  if (trigger.type === 'schedule') return `${describeCron(trigger.cron ?? '')} ${trigger.timezone ?? 'UTC'}`
  return TRIGGERS[trigger.type].label
}

/** Each type as it stands in filters and on runs. */
export const TRIGGERS: Record<TriggerType, { label: string; short: string; description: string }> = {
  entity: {
    label: 'When records change',
    short: 'Records',
    description: 'A record of an entity is created, changed or deleted.',
  },
  schedule: { label: 'At fixed times', short: 'Schedule', description: 'Every hour, every Monday at 09:00.' },
  webhook: { label: 'Webhook', short: 'Webhook', description: 'Another service calls a secret address.' },
  app_publish: {
    label: 'When the app is published',
    short: 'Publishing',
    description: 'A new version of the site goes out.',
  },
  manual: { label: 'Manually', short: 'Manual', description: 'Somebody presses Run, or calls the API.' },
}

export const EVENTS = { create: 'created', update: 'changed', delete: 'deleted' } as const

function describeEntity({ entity_name = '', events = [], condition }: WorkflowTrigger): string {
  const what = either(events.map((event) => EVENTS[event]))
  const words = condition as Json | undefined
  const only =
    words !== undefined && isObject(words) && Object.keys(words).length > 0
      ? `, if ${explainCondition(words)}`
      : ''
  return `When ${/^[aeiou]/i.test(entity_name) ? 'an' : 'a'} ${entity_name} is ${what}${only}`
}

const either = (words: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(words)
