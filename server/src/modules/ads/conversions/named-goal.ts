import type { ConversionTypeName } from '@atrium/contract/conversions'
import { invalid, refuse } from '../../../platform/errors.ts'
import { requireAccount } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'
import type { MappedGoal } from './mapped-goal.ts'
import { readGoals } from './read-goals.ts'

/** A goal as a request names it: by its type, or by its id. */
export interface NamedGoal {
  conversion_type?: ConversionTypeName
  conversion_action_id?: string
}

/** Refuses both at once: they might contradict each other. */
export function requireOneName({ conversion_type, conversion_action_id }: NamedGoal): void {
  if (conversion_type === undefined || conversion_action_id === undefined) return
  throw invalid(
    ['body', 'conversion_action_id'],
    'value_error',
    'Value error, send conversion_type or conversion_action_id, not both',
  )
}

/** Null when the request names none. A goal that is named by its id must be there. */
export async function findNamedGoal(deps: Deps, appId: string, named: NamedGoal): Promise<MappedGoal | null> {
  const { conversion_type, conversion_action_id } = named
  if (conversion_type !== undefined) return { conversion_type, conversion_action_id: null }
  if (conversion_action_id === undefined) return null
  const goals = await readGoals(deps, await requireAccount(deps, appId))
  const goal = goals.find(({ goal_id }) => goal_id === conversion_action_id)
  if (!goal) throw refuse('conversion_action_not_found')
  return { conversion_type: goal.category, conversion_action_id }
}
