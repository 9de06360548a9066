import { transaction } from '../../platform/database/transaction.ts'
import { on } from '../../platform/events.ts'
import type { Deps } from './deps.ts'
import { sourceStore } from './store.ts'

/** The code of a deleted app goes with it. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'source.forget_app', {
  retry: [5, 60, 600],
  async run({ db, sourceStorage }, { app_id }) {
    await transaction(db, (tx) => sourceStore(tx).markDeleted(app_id))
    await sourceStorage.remove(app_id)
  },
})
