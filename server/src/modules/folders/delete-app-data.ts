import { on } from '../../platform/events.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import { folderStore } from './store.ts'

/** A deleted app leaves all folders. */
export const deleteAppData = on<'app.deleted', BaseDeps>('app.deleted', 'folders.forget_app', {
  retry: [5, 60, 600],
  async run({ db }, { app_id }) {
    await folderStore(db).removeApp(app_id)
  },
})
