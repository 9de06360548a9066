import type { Db } from '../../../platform/database/db.ts'
import type { OwnCalls } from '../../../platform/http/own-calls.ts'
import type { Engine } from '../engine/engine.ts'
import type { EntityWorkflows } from './entity-workflows.ts'
import { failedRunStore } from './failed-run-store.ts'
import { runOf } from './run-of-workflow.ts'
import type { EntityWorkflow } from './trigger-store.ts'

/** A record that changed, for a workflow that wants it. */
interface RecordOccasion {
  of: EntityWorkflow
  payload: Record<string, unknown>
  isFitting: boolean
}

/** Starts the workflows that changes of records are meant for. */
export interface WorkflowTriggers extends Pick<EntityWorkflows, 'of'> {
  /** In the transaction of the change. */
  start(tx: Db, occasions: readonly RecordOccasion[], happened_at: Date): Promise<void>
}

/** They carry records, so not all of them in one statement. */
const RUNS_AT_ONCE = 100
const UNFIT = {
  code: 'condition_unfit',
  message: 'The condition of the trigger does not fit the fields of the entity any more',
  step_id: null,
}

export function createWorkflowTriggers(deps: {
  workflowEngine: Pick<Engine, 'enqueue'>
  entityWorkflows: EntityWorkflows
  ownCalls: Pick<OwnCalls, 'current'>
}): WorkflowTriggers {
  const { workflowEngine, entityWorkflows, ownCalls } = deps
  return {
    of: entityWorkflows.of,
    async start(tx, occasions, happened_at) {
      const depth = ownCalls.current()?.depth ?? 0
      const made = occasions.map(({ of, payload, isFitting }) => ({
        isFitting,
        run: runOf(of, 'entity', payload, depth),
      }))
      for (let at = 0; at < made.length; at += RUNS_AT_ONCE) {
        const some = made.slice(at, at + RUNS_AT_ONCE)
        const fitting = some.filter(({ isFitting }) => isFitting).map(({ run }) => run)
        const unfit = some.filter(({ isFitting }) => !isFitting).map(({ run }) => run)
        if (fitting.length > 0) await workflowEngine.enqueue(tx, fitting)
        await failedRunStore(tx).insert(unfit, UNFIT, happened_at)
      }
    },
  }
}
