import type { Db } from '../../../platform/database/db.ts'
import type { OwnCalls } from '../../../platform/http/own-calls.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { enqueueRuns } from './enqueue-runs.ts'
import type { EntityAutomations } from './entity-automations.ts'

export type RecordEvent = 'create' | 'update' | 'delete'

/** A record that changed. */
export interface ChangedRecord {
  record: { id: string; [field: string]: unknown }
  /** As it was before an update. */
  before: { id: string; [field: string]: unknown } | null
  /** Whether it matches a filter; null when the filter does not fit the entity any more. */
  matches(filter: unknown): boolean | null
}

/** Starts the automations that changes of records are meant for. */
export interface AutomationTriggers {
  isSet(db: Db, appId: string, entityName: string, event: RecordEvent): boolean | Promise<boolean>
  /** In the transaction of the change. */
  start(
    tx: Db,
    of: { app_id: string; entity_name: string; event: RecordEvent; happened_at: Date },
    changed: readonly ChangedRecord[],
  ): Promise<void>
}

const UNFIT = 'The condition of the automation does not fit the fields of the entity any more'

/** Of a run, as it is stored; a record may have a megabyte, and many may change at once. */
const MOST_PAYLOAD_BYTES = 256 * 1024

/** One that is too large names the record by its id, and says so. */
function payloadOf(
  about: { entity_name: string; event: RecordEvent; automation: object },
  record: ChangedRecord['record'],
  before: ChangedRecord['before'],
): Record<string, unknown> {
  const { automation, ...rest } = about
  const head = { type: 'entity', ...rest, record_id: record.id }
  const whole = { ...head, data: record, ...(before && { old_data: before }), automation }
  if (Buffer.byteLength(JSON.stringify(whole)) <= MOST_PAYLOAD_BYTES) return whole
  return { ...head, data: { id: record.id }, automation, truncated: true }
}

export function createAutomationTriggers(deps: {
  jobs: Jobs
  entityAutomations: EntityAutomations
  ownCalls: Pick<OwnCalls, 'current'>
}): AutomationTriggers {
  const { jobs, entityAutomations, ownCalls } = deps
  const isFor =
    (entityName: string, event: RecordEvent) => (one: Awaited<ReturnType<EntityAutomations['of']>>[0]) =>
      one.declared.entity_name === entityName && one.declared.events?.includes(event) === true

  return {
    isSet(db, appId, entityName, event) {
      const known = entityAutomations.of(db, appId)
      if (!(known instanceof Promise)) return known.some(isFor(entityName, event))
      return known.then((automations) => automations.some(isFor(entityName, event)))
    },
    async start(tx, { app_id, entity_name, event, happened_at }, changed) {
      const automations = (await entityAutomations.of(tx, app_id)).filter(isFor(entity_name, event))
      const occasions = automations.flatMap((automation) =>
        changed.flatMap(({ record, before, matches }) => {
          const { condition } = automation.declared
          const isMet = condition === undefined ? true : matches(condition)
          if (isMet === false) return []
          const payload = payloadOf({ entity_name, event, automation: automation.declared }, record, before)
          const fault = isMet === null ? UNFIT : null
          return [{ automation, event, record_id: record.id, payload, fault }]
        }),
      )
      const depth = ownCalls.current()?.depth ?? 0
      await enqueueRuns({ jobs }, tx, occasions, { now: happened_at, depth })
    },
  }
}
