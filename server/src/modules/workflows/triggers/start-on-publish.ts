import { transaction } from '../../../platform/database/transaction.ts'
import { on } from '../../../platform/events.ts'
import type { Deps } from '../deps.ts'
import { runOf } from './run-of-workflow.ts'
import { triggerStore } from './trigger-store.ts'

/** Starts what runs when an app is published. */
export const startOnPublish = on<'app.published', Deps>('app.published', 'workflows.start', {
  retry: [5, 60, 600],
  async run({ db, workflowEngine }, { app_id, revision_id, number, url }) {
    await transaction(db, async (tx) => {
      const input = { type: 'app_publish', revision_id, number, url }
      const workflows = await triggerStore(tx).listOfPublishes(app_id)
      const runs = workflows.map((workflow) => runOf(workflow, 'app_publish', input, 0))
      if (runs.length > 0) await workflowEngine.enqueue(tx, runs)
    })
  },
})
