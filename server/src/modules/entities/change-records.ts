import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { EntityAccess } from './access-entity.ts'
import type { Deps } from './deps.ts'
import { presentWhole } from './present-record.ts'
import type { RecordChange } from './record-events.ts'
import type { RecordRow } from './record-store.ts'

/** Records by what became of them; what is `untold` triggers nothing. */
export type Changed = Partial<Record<RecordChange | 'untold', RecordRow[]>>

/**
 * Changes records and tells of it in one transaction: the app's webhooks, the facts for other modules, and the audit
 * log when it went past the rules.
 */
export async function changeRecords(
  deps: Deps,
  caller: Caller,
  entity: EntityAccess,
  action: string,
  work: (tx: Db) => Promise<Changed>,
): Promise<Changed> {
  let isWanted = false
  const changed = await transaction(deps.db, async (tx) => {
    const done = await work(tx)
    for (const change of ['created', 'updated', 'deleted'] as const) {
      if (await tell(deps, tx, entity, change, done[change] ?? [])) isWanted = true
    }
    if (entity.isBypassing) {
      await deps.audit.recordAll(tx, caller, Object.values(done).flat().map(factOf(entity, action)))
    }
    return done
  })
  if (isWanted) deps.recordEvents.flush()
  return changed
}

/** Answers whether a webhook will be told. */
async function tell(
  { clock, recordEvents, events }: Deps,
  tx: Db,
  { app, schema }: EntityAccess,
  change: RecordChange,
  rows: readonly RecordRow[],
): Promise<boolean> {
  const of = { app_id: app.id, entity_name: schema.name, happened_at: clock.now() }
  let isWanted = rows.length > 0
  for (const row of rows) {
    const record = presentWhole(row)
    if (isWanted) isWanted = await recordEvents.record(tx, change, { ...of, record })
    await events.announce(tx, `record.${change}`, { app_id: app.id, entity_name: schema.name, record })
  }
  return isWanted
}

const factOf =
  ({ app, schema }: EntityAccess, action: string) =>
  ({ id }: RecordRow) => ({
    workspace_id: app.workspace_id,
    action,
    target_type: 'record',
    target_id: id,
    app_id: app.id,
    detail: { entity_name: schema.name, bypassed_rules: true },
  })
