import { transaction } from '../../../platform/database/transaction.ts'
import { on } from '../../../platform/events.ts'
import { mappingStore } from '../conversions/mapping-store.ts'
import type { Deps } from '../deps.ts'
import { scanStore } from './scan-store.ts'

/** The mappings of a deleted app go with it, what they counted, and what was found in its code. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'ads.forget_tracking', {
  retry: [5, 60, 600],
  async run({ db }, { app_id }) {
    await transaction(db, async (tx) => {
      await mappingStore(tx).deleteOf(app_id)
      await scanStore(tx).delete(app_id)
    })
  },
})
