import type { RecordTriggers } from '../modules/entities/index.ts'
import type { AutomationTriggers } from '../modules/functions/index.ts'

const EVENTS = { created: 'create', updated: 'update', deleted: 'delete' } as const

/** Changes of records start the automations of functions of their app. */
export function createRecordTriggers(triggers: AutomationTriggers): RecordTriggers {
  return {
    isSet: (db, appId, entityName, change) => triggers.isSet(db, appId, entityName, EVENTS[change]),
    start: (tx, change, of, changed) => triggers.start(tx, { ...of, event: EVENTS[change] }, changed),
  }
}
