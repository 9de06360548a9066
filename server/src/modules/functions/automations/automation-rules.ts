/** What an automation may be; pure. */
import type { Automation } from '@atrium/contract/automations'
import type { Static } from 'typebox'
import { invalid } from '../../../platform/errors.ts'
import { readSchedule } from '../../../platform/time/cron.ts'

export type Declared = Static<typeof Automation>
type Place = (string | number)[]

/** With the fields of its type only; refused when one is missing or says nothing. */
export function readAutomation(automation: Declared, loc: Place, now: Date): Declared {
  const { type, entity_name, events, condition } = automation
  if (type === 'schedule') return { type, ...readSchedule(automation, loc, now) }
  if (entity_name === undefined) throw missing(loc, 'entity_name')
  if (events === undefined) throw missing(loc, 'events')
  const wanted = (['create', 'update', 'delete'] as const).filter((one) => events.includes(one))
  return { type, entity_name, events: wanted, ...(condition && { condition }) }
}

function missing(loc: Place, field: string) {
  return invalid([...loc, field], 'missing', 'Field required')
}
