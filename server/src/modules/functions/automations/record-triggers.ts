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
  isSet(appId: string, entityName: string, event: RecordEvent): boolean | Promise<boolean>
  /** In the transaction of the change. */
  start(
    tx: Db,
    of: { app_id: string; entity_name: string; event: RecordEvent; happened_at: Date },
    changed: readonly ChangedRecord[],
  ): Promise<void>
}

const UNFIT = 'The condition of the automation does not fit the fields of the entity any more'

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
    isSet(appId, entityName, event) {
      const known = entityAutomations.of(appId)
      if (!(known instanceof Promise)) return known.some(isFor(entityName, event))
      return known.then((automations) => automations.some(isFor(entityName, event)))
    },
    async start(tx, { app_id, entity_name, event, happened_at }, changed) {
      const automations = (await entityAutomations.of(app_id)).filter(isFor(entity_name, event))
      const occasions = automations.flatMap((automation) =>
        changed.flatMap(({ record, before, matches }) => {
          const { condition } = automation.declared
          const isMet = condition === undefined ? true : matches(condition)
          if (isMet === false) return []
          const about = { type: 'entity', entity_name, event, record_id: record.id }
          const data = { data: record, ...(before && { old_data: before }), automation: automation.declared }
          const fault = isMet === null ? UNFIT : null
          return [{ automation, event, record_id: record.id, payload: { ...about, ...data }, fault }]
        }),
      )
      const depth = ownCalls.current()?.depth ?? 0
      await enqueueRuns({ jobs }, tx, occasions, { now: happened_at, depth })
    },
  }
}
