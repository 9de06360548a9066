import { createRememberedRows, type RememberedRows } from '../../../platform/database/remembered-rows.ts'
import type { AutomationRow } from '../tables.ts'
import { automationStore } from './automation-store.ts'

/** Which automations changes of records start, by app. */
export type EntityAutomations = RememberedRows<AutomationRow>

export function createEntityAutomations(): EntityAutomations {
  return createRememberedRows((db, appId) => automationStore(db).listOfEntities(appId))
}
