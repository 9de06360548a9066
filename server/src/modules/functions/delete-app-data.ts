import { transaction } from '../../platform/database/transaction.ts'
import { on } from '../../platform/events.ts'
import { deploymentStore } from './deployments/deployment-store.ts'
import type { Deps } from './deps.ts'
import { applyChange, notifyOfChange } from './function-changes.ts'
import { historyStore, INVOCATIONS, LOGS, RUNS } from './history-store.ts'
import { secretStore } from './secrets/secret-store.ts'

/** The functions of a deleted app go with it, and so do its secrets; what runs is ended on all nodes. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'functions.forget_app', {
  retry: [5, 60, 600],
  async run(deps, { app_id }) {
    await transaction(deps.db, async (tx) => {
      await deploymentStore(tx).deleteOf(app_id)
      await secretStore(tx).deleteOf(app_id)
      for (const history of [LOGS, INVOCATIONS, RUNS]) await historyStore(tx, history).deleteOf(app_id)
      await notifyOfChange(tx, app_id)
    })
    applyChange(deps, app_id)
  },
})
