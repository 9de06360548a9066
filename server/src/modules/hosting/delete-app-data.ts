import { on } from '../../platform/events.ts'
import type { Deps } from './deps.ts'
import { siteStore } from './site-store.ts'

/** The site of a deleted app goes with its revisions and domains; contents that nobody has any more are purged later. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'hosting.delete_site', {
  retry: [5, 60, 600],
  async run({ db }, { app_id }) {
    await siteStore(db).delete(app_id)
  },
})
