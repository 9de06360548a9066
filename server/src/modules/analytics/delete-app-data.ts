import { on } from '../../platform/events.ts'
import { listDays } from './days/event-day-store.ts'
import { deletionStore } from './deletion-store.ts'
import type { Deps } from './deps.ts'

/** What people did in a deleted app goes with it, a day or some thousand users at a time. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'analytics.forget_app', {
  retry: [60, 600, 3_600],
  timeoutSeconds: 3_000,
  async run({ db }, { app_id }, { signal }) {
    const store = deletionStore(db, app_id)
    while (!signal.aborted && (await store.batches(BATCH)) > 0);
    for (const day of await listDays(db)) {
      while (!signal.aborted && (await store.events(day, BATCH)) > 0);
    }
    while (!signal.aborted && (await store.users(BATCH)) > 0);
    if (!signal.aborted) await store.counts()
  },
})

const BATCH = 10_000
