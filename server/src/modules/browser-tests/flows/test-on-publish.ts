import { transaction } from '../../../platform/database/transaction.ts'
import { on } from '../../../platform/events.ts'
import type { Deps } from '../deps.ts'
import { dueFlowStore } from './due-flow-store.ts'
import { startByItself } from './start-by-itself.ts'

/** Runs the tests that want it whenever an app is published; all or none, so that a second try starts none twice. */
export const testOnPublish = on<'app.published', Deps>('app.published', 'flows.test', {
  retry: [5, 60, 600],
  async run(deps, { app_id }) {
    await transaction(deps.db, async (tx) => {
      const store = dueFlowStore(tx)
      for (const id of await store.idsOfPublishes(app_id)) {
        const flow = await store.find(app_id, id)
        const skipped = flow && (await startByItself(deps, tx, flow, 'publish'))
        // The same would be said of all others.
        if (skipped === 'test_queue_full') return
      }
    })
  },
})
