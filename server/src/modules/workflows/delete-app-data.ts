import { transaction } from '../../platform/database/transaction.ts'
import { on } from '../../platform/events.ts'
import type { Deps } from './deps.ts'
import { workflowStore } from './store.ts'
import { applyChange, notifyOfChange } from './workflow-changes.ts'

/** The workflows of a deleted app go with it, and so do their runs. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'workflows.delete', {
  retry: [5, 60, 600],
  async run(deps, { app_id }) {
    await transaction(deps.db, async (tx) => {
      await workflowStore(tx).deleteOf(app_id)
      await notifyOfChange(tx, app_id)
    })
    applyChange(deps, app_id)
  },
})
