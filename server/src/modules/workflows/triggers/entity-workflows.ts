import { createRememberedRows, type RememberedRows } from '../../../platform/database/remembered-rows.ts'
import { type EntityWorkflow, triggerStore } from './trigger-store.ts'

/** Which workflows changes of records start, by app. */
export type EntityWorkflows = RememberedRows<EntityWorkflow>

export function createEntityWorkflows(): EntityWorkflows {
  return createRememberedRows((db, appId) => triggerStore(db).listOfEntities(appId))
}
