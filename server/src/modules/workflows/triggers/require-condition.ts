import { invalid } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'
import type { Declared } from './trigger-rules.ts'

/** Of an entity that is there; one that comes later is looked at when its records change. */
export async function requireCondition(
  { recordFilterFault }: Pick<Deps, 'recordFilterFault'>,
  appId: string,
  { entity_name, condition }: Declared,
): Promise<void> {
  if (entity_name === undefined || condition === undefined) return
  const fault = await recordFilterFault(appId, entity_name, condition)
  if (fault) throw invalid(['body', 'trigger', 'condition', ...fault.place], 'condition', fault.message)
}
