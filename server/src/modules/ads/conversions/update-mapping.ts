import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { scanSoon } from '../tracking/rescan-tracking.ts'
import { type CountedMapping, type MappingRow, mappingStore } from './mapping-store.ts'
import { findNamedGoal, requireOneName } from './named-goal.ts'
import { recentSince } from './recent-days.ts'

const CHANGEABLE = ['entity_name', 'event', 'conversion_type', 'conversion_action_id', 'is_enabled'] as const

export async function updateMapping(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.conversions.update_mapping>,
): Promise<CountedMapping> {
  requireOneName(body)
  const { db, clock, access, audit } = deps
  const app = await access.app(caller, params.app_id, 'editor')
  const since = recentSince(clock.now())
  if (!(await mappingStore(db).find(app.id, params.mapping_id, since))) throw refuse('mapping_not_found')
  const goal = await findNamedGoal(deps, app.id, body)
  return transaction(db, async (tx) => {
    const store = mappingStore(tx)
    await store.hold(app.id)
    const current = await store.find(app.id, params.mapping_id, since)
    if (!current) throw refuse('mapping_not_found')
    const { recent_conversions, last_conversion_day, ...before } = current
    const { entity_name = before.entity_name, event = before.event, is_enabled = before.is_enabled } = body
    const after: MappingRow = {
      ...before,
      entity_name,
      event,
      is_enabled,
      ...goal,
      updated_date: clock.now(),
    }
    const changed = CHANGEABLE.filter((field) => before[field] !== after[field])
    if (changed.length === 0) return current
    if (await store.hasTwin(after)) throw refuse('mapping_exists')
    await store.update(after)
    const isOther = changed.some((field) => field !== 'is_enabled')
    if (isOther) await store.resetCounts(after.id)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'conversions.update_mapping',
      target_type: 'conversion_mapping',
      target_id: after.id,
      app_id: app.id,
      detail: Object.fromEntries(changed.map((field) => [field, after[field]])),
    })
    await scanSoon(deps, tx, app.id)
    const counted = isOther ? { recent_conversions: 0, last_conversion_day: null } : current
    return { ...counted, ...after }
  })
}
