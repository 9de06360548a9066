import type { Trouble, TroubleSource } from '../modules/attention/index.ts'
import { type FailedAutomation, failedAutomations } from '../modules/functions/index.ts'
import type { Db } from '../platform/database/db.ts'
import { failedBecause } from './attention-words.ts'

export const functionTroubles = (db: Db): TroubleSource => ({
  kinds: ['automation_failed'],
  need: 'viewer',
  list: async (scope) => (await failedAutomations(db, scope)).map(troubleOf),
})

function troubleOf(row: FailedAutomation): Trouble {
  const { function_name, automation_id, error, since, good_run_id } = row
  return {
    kind: 'automation_failed',
    severity: 'warning',
    app: row,
    subject: { type: 'automation', id: automation_id, name: function_name, parent_id: function_name },
    detail: failedBecause('The last run of the function failed', error),
    since,
    key: `${function_name} ${good_run_id}`,
  }
}
