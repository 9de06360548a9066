import type { Db } from '../../../platform/database/db.ts'
import { afterCommit, transaction } from '../../../platform/database/transaction.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { keepsHistory, recordHistory } from '../history/record-history.ts'
import type { EntityAccess } from './access-entity.ts'
import { presentWhole, presentWritten } from './present-record.ts'
import type { RecordChange } from './record-events.ts'
import type { RecordRow } from './record-store.ts'
import { triggeringRecord } from './record-triggers.ts'

/** Records by what became of them; what is `unreported` triggers nothing. */
export interface Changed extends Partial<Record<RecordChange | 'unreported', RecordRow[]>> {
  /** What the updated ones were before, by id; needed only where somebody listens or a history is kept. */
  before?: ReadonlyMap<string, RecordRow>
  /** The rows stand for their number only. */
  isCounted?: true
}

/**
 * Changes records and records it in one transaction: the app's webhooks, automations and workflows, and the audit log
 * when it went past the rules.
 */
export async function changeRecords(
  deps: Deps,
  caller: Caller,
  entity: EntityAccess,
  action: string,
  work: (tx: Db) => Promise<Changed>,
): Promise<Changed> {
  return changeInParts(deps, caller, entity, action, async (tx, record) => {
    const changed = await work(tx)
    await record(changed)
    return changed
  })
}

/** The same for changes that would be too large in memory together: each part is recorded as soon as it is made. */
export async function changeInParts<T>(
  deps: Deps,
  caller: Caller,
  entity: EntityAccess,
  action: string,
  work: (tx: Db, record: (changed: Changed) => Promise<void>) => Promise<T>,
): Promise<T> {
  let isWanted = false
  let parts: Changed[] = []
  const done = await transaction(deps.db, async (tx) => {
    isWanted = false
    parts = []
    return work(tx, async (changed) => {
      if (await recordAll(deps, tx, caller, entity, action, changed)) isWanted = true
      parts.push(parts.length < MOST_WHOLE_PARTS || isListenedTo(deps, entity) ? changed : countsOf(changed))
    })
  })
  if (isWanted) afterCommit(deps.db, () => deps.recordEvents.flush())
  for (const part of parts) publish(deps, entity, part)
  return done
}

/** Parts that are remembered until the commit for subscribers who come in the meantime. */
const MOST_WHOLE_PARTS = 4

/** Returns whether a webhook will be notified. */
async function recordAll(
  deps: Deps,
  tx: Db,
  caller: Caller,
  entity: EntityAccess,
  action: string,
  changed: Changed,
): Promise<boolean> {
  let isWanted = false
  for (const change of ['created', 'updated', 'deleted'] as const) {
    if (await recordChanges(deps, tx, entity, change, changed[change] ?? [], changed.before)) isWanted = true
  }
  const { created = [], updated = [], deleted = [], unreported = [] } = changed
  const rows = [...created, ...updated, ...deleted, ...unreported]
  if (keepsHistory(deps, caller, entity)) {
    const kept = { updated: [...updated, ...unreported], deleted, before: changed.before }
    await recordHistory(deps, tx, caller, entity, kept)
  }
  if (entity.isBypassing) await deps.audit.recordAll(tx, caller, rows.map(factOf(entity, action)))
  await deps.alongside?.(
    tx,
    rows.map((row) => presentWritten(entity, row)),
  )
  return isWanted
}

/** A change that nobody listens to, without the data. */
function countsOf({ created = [], updated = [], deleted = [] }: Changed): Changed {
  const counted = (rows: RecordRow[]) => rows.map((row) => ({ ...row, data: {} }))
  return { created: counted(created), updated: counted(updated), deleted: counted(deleted), isCounted: true }
}

/** Whether a change of this kind concerns webhooks at most, which the statement itself can see. */
export async function isPlain(deps: Deps, entity: EntityAccess, change: RecordChange): Promise<boolean> {
  if (deps.alongside || entity.isBypassing || isListenedTo(deps, entity)) return false
  return !(await startsSomething(deps, deps.db, entity, change))
}

/** Whether the app set up something to run on such a change. */
export function startsSomething(
  { recordTriggers }: Deps,
  db: Db,
  { app, schema }: EntityAccess,
  change: RecordChange,
): boolean | Promise<boolean> {
  return recordTriggers.isSet(db, app.id, schema.name, change)
}

/** Whether somebody listens to the entity at this moment. */
export function isListenedTo({ recordFeed }: Deps, { app, schema }: EntityAccess): boolean {
  return recordFeed.isWanted(app.id, schema.name)
}

/** After the commit, to those who listen at this moment; and to those who count. */
export function publish(deps: Deps, entity: EntityAccess, changed: Changed): void {
  afterCommit(deps.db, () => publishNow(deps, entity, changed))
}

function publishNow(deps: Deps, entity: EntityAccess, changed: Changed): void {
  for (const change of ['created', 'updated', 'deleted'] as const)
    deps.recordTally.record(entity.app.id, entity.schema.name, change, changed[change]?.length ?? 0)
  if (changed.isCounted || !isListenedTo(deps, entity)) return
  const { created = [], updated = [], deleted = [], before } = changed
  const steps = [
    ...created.map((after) => ({ before: null, after })),
    // Who began to listen only now knows nothing of how it was.
    ...updated.map((after) => ({ before: before?.get(after.id) ?? after, after })),
    ...deleted.map((row) => ({ before: row, after: null })),
  ]
  const happened_at = deps.clock.now()
  deps.recordFeed.publish(
    entity.app.id,
    entity.schema.name,
    steps.map((step) => ({ ...step, happened_at })),
  )
}

/** Returns whether a webhook will be notified. */
async function recordChanges(
  deps: Deps,
  tx: Db,
  entity: EntityAccess,
  change: RecordChange,
  rows: readonly RecordRow[],
  before: Changed['before'],
): Promise<boolean> {
  if (rows.length === 0) return false
  const { clock, recordEvents, recordTriggers } = deps
  const { app, schema } = entity
  const happened = { app_id: app.id, entity_name: schema.name, happened_at: clock.now() }
  const isWanted = await recordEvents.record(tx, change, happened, rows.map(presentWhole))
  if (await startsSomething(deps, tx, entity, change)) {
    const triggering = rows.map((row) => triggeringRecord(schema, row, before?.get(row.id)))
    await recordTriggers.start(tx, change, happened, triggering)
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
