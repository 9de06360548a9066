/** Whether a workflow is on, and what it was started with when one tries it out. */
import type { WorkflowTrigger } from '@atrium/sdk'

export const STATUSES = {
  active: { label: 'Active', tone: 'good' },
  inactive: { label: 'Paused', tone: 'open' },
} as const

/** What a trigger would give, as an example to begin with. */
export function sampleInput({ type, entity_name = '', events = [] }: WorkflowTrigger): unknown {
  if (type === 'entity') return { event: events[0] ?? 'create', entity_name, data: { id: '' } }
  return {}
}
