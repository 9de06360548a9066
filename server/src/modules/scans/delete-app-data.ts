import { transaction } from '../../platform/database/transaction.ts'
import { on } from '../../platform/events.ts'
import type { Deps } from './deps.ts'
import { scanStore } from './scan-store.ts'

/** A scan that runs finds that it is gone and stores nothing. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'scans.delete', {
  retry: [5, 60, 600],
  async run({ db }, { app_id }) {
    await transaction(db, (tx) => scanStore(tx).deleteOf(app_id))
  },
})
