/** What may start a workflow, and when a schedule does next; pure. */
import type { Trigger } from '@atrium/contract/workflows'
import type { Static } from 'typebox'
import { invalid } from '../../../platform/errors.ts'
import { nextLook, readSchedule } from '../../../platform/time/cron.ts'
import type { WorkflowRow } from '../tables.ts'

export type Declared = Static<typeof Trigger>

const PLACE = ['body', 'trigger']

/** With the fields of its type only; refused when one is missing or says nothing. */
export function readTrigger(trigger: Declared, now: Date): Declared {
  const { type } = trigger
  if (type === 'schedule') return { type, ...readSchedule(trigger, PLACE, now) }
  return type === 'entity' ? readEntityTrigger(trigger) : { type }
}

function readEntityTrigger({ type, entity_name, events, condition }: Declared): Declared {
  if (entity_name === undefined) throw invalid([...PLACE, 'entity_name'], 'missing', 'Field required')
  if (events === undefined) throw invalid([...PLACE, 'events'], 'missing', 'Field required')
  const wanted = (['create', 'update', 'delete'] as const).filter((one) => events.includes(one))
  return { type, entity_name, events: wanted, ...(condition && { condition }) }
}

/** Null unless a schedule starts it. */
export function nextRunAt(
  { trigger, status }: Pick<WorkflowRow, 'trigger' | 'status'>,
  now: Date,
): Date | null {
  return trigger.type === 'schedule' && status === 'active' ? nextLook(trigger, now) : null
}
