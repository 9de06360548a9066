import type { ConversionTypeName } from '@atrium/contract/conversions'
import type { ConversionGoal } from '../../../ports/ad-platform/port.ts'

export interface MappedGoal {
  conversion_type: ConversionTypeName
  /** Null: the account's goal of this type. */
  conversion_action_id: string | null
}

export function goalOf(
  { conversion_type, conversion_action_id }: MappedGoal,
  goals: readonly ConversionGoal[],
): ConversionGoal | undefined {
  return goals.find(({ goal_id, category }) =>
    conversion_action_id === null ? category === conversion_type : goal_id === conversion_action_id,
  )
}
