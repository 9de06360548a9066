import { on } from '../../platform/events.ts'
import { endChatsOfApp } from './chat/end-chats-of-app.ts'
import type { Deps } from './deps.ts'
import { endSessionsOfApp } from './sessions/end-sessions-of-app.ts'
import { purgeStore } from './sessions/purge-store.ts'

const BATCH = 100

/** Sessions end, and nothing of the app stays here; repositories are not the app's, and stay. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'coding.delete', {
  retry: [5, 60, 600],
  async run(deps, { app_id }, { signal }) {
    const store = purgeStore(deps.db)
    // Of a deleted app nothing starts any more, so these are all.
    await endSessionsOfApp(deps, app_id)
    await endChatsOfApp(deps, app_id)
    while ((await store.deleteSessionsOfApp(app_id, BATCH)) === BATCH) signal.throwIfAborted()
    await store.deleteRestOfApp(app_id)
  },
})
