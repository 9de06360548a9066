import type { InputOf, operations } from '@atrium/contract'
import { MAX_MAPPINGS_PER_APP } from '@atrium/contract/conversions'
import { transaction } from '../../../platform/database/transaction.ts'
import { invalid, refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { scanSoon } from '../tracking/rescan-tracking.ts'
import { type MappingRow, mappingStore } from './mapping-store.ts'
import { findNamedGoal, requireOneName } from './named-goal.ts'

export async function createMapping(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.conversions.create_mapping>,
) {
  requireOneName(body)
  if (body.conversion_type === undefined && body.conversion_action_id === undefined)
    throw invalid(['body', 'conversion_type'], 'missing', 'Field required')
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const goal = await findNamedGoal(deps, app.id, body)
  if (!goal) throw new Error('a goal was named')
  const now = deps.clock.now()
  const { entity_name, event, is_enabled = true } = body
  const mapping: MappingRow = {
    id: makeId('cmap', now),
    app_id: app.id,
    ...{ entity_name, event, is_enabled },
    ...goal,
    created_date: now,
    updated_date: now,
  }
  await transaction(deps.db, async (tx) => {
    const store = mappingStore(tx)
    await store.hold(app.id)
    if (await store.hasTwin(mapping)) throw refuse('mapping_exists')
    if ((await store.count(app.id)) >= MAX_MAPPINGS_PER_APP) throw refuse('mapping_limit_reached')
    await store.insert(mapping)
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'conversions.create_mapping',
      target_type: 'conversion_mapping',
      target_id: mapping.id,
      app_id: app.id,
      detail: { entity_name, event, is_enabled, ...goal },
    })
    await scanSoon(deps, tx, app.id)
  })
  return { ...mapping, recent_conversions: 0, last_conversion_day: null }
}
