import { transaction } from '../../platform/database/transaction.ts'
import { on } from '../../platform/events.ts'
import { connectionStore } from './connections/connection-store.ts'
import type { Deps } from './deps.ts'
import { historyStore } from './history-store.ts'

/** The connections of a deleted app go with it, and with them every token. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'connectors.forget_app', {
  retry: [5, 60, 600],
  async run({ db }, { app_id }) {
    await transaction(db, async (tx) => {
      await connectionStore(tx).deleteOf(app_id)
      await historyStore(tx).deleteOf(app_id)
    })
  },
})
