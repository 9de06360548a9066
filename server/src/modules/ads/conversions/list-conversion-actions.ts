import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { openAccountOf, readGoals } from './read-goals.ts'

export async function listConversionActions(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.conversions.list_actions>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const account = await openAccountOf(deps, app.id)
  if (!account) return []
  const goals = await readGoals(deps, account)
  return goals.map(({ goal_id, resource_name, name, category, counting, tag, created_date }) => ({
    id: goal_id,
    ...{ resource_name, name, counting, created_date },
    conversion_type: category,
    conversion_id: tag?.conversion_id ?? null,
    label: tag?.label ?? null,
  }))
}
