import type { Db } from '../../../platform/database/db.ts'
import type { OwnCalls } from '../../../platform/http/own-calls.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { AutomationRow, RunRow } from '../tables.ts'
import { enqueueRuns } from './enqueue-runs.ts'
import type { EntityAutomations } from './entity-automations.ts'

/** A record that changed, for an automation that wants it. */
interface RecordOccasion {
  of: AutomationRow
  event: RunRow['event']
  record_id: string
  payload: Record<string, unknown>
  isFitting: boolean
}

/** Starts the automations that changes of records are meant for. */
export interface AutomationTriggers extends Pick<EntityAutomations, 'of'> {
  /** In the transaction of the change. */
  start(tx: Db, occasions: readonly RecordOccasion[], happened_at: Date): Promise<void>
}

const UNFIT = 'The condition of the automation does not fit the fields of the entity any more'

export function createAutomationTriggers(deps: {
  jobs: Jobs
  entityAutomations: EntityAutomations
  ownCalls: Pick<OwnCalls, 'current'>
}): AutomationTriggers {
  const { jobs, entityAutomations, ownCalls } = deps
  return {
    of: entityAutomations.of,
    async start(tx, changed, happened_at) {
      const occasions = changed.map(({ of: automation, event, record_id, payload, isFitting }) => ({
        ...{ automation, event, record_id },
        payload: { ...payload, automation: automation.declared },
        fault: isFitting ? null : UNFIT,
      }))
      const depth = ownCalls.current()?.depth ?? 0
      await enqueueRuns({ jobs }, tx, occasions, { now: happened_at, depth })
    },
  }
}
