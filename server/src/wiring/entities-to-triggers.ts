import { createRecordTriggers, type RecordTriggers } from '../modules/entities/index.ts'
import { createAutomationTriggers } from '../modules/functions/index.ts'
import { createWorkflowTriggers } from '../modules/workflows/index.ts'

type Parts = Parameters<typeof createAutomationTriggers>[0] & Parameters<typeof createWorkflowTriggers>[0]

/** Changes of records start the automations of functions and the workflows of their app. */
export function createTriggers(parts: Parts): RecordTriggers {
  const all = [
    createRecordTriggers(createAutomationTriggers(parts)),
    createRecordTriggers(createWorkflowTriggers(parts)),
  ]
  return {
    isSet(db, appId, entityName, change) {
      const known = all.map((one) => one.isSet(db, appId, entityName, change))
      if (known.includes(true)) return true
      // Without a wait where all is remembered, so that it costs nothing.
      if (known.every((one) => one === false)) return false
      return Promise.all(known).then((found) => found.includes(true))
    },
    async start(tx, change, of, changed) {
      for (const one of all) await one.start(tx, change, of, changed)
    },
  }
}
