import { on } from '../../platform/events.ts'
import { appDataStore } from './app-data-store.ts'
import type { Deps } from './deps.ts'
import { artifactStore } from './runs/artifact-store.ts'
import { cancelRunsOfApp } from './runs/cancel-runs-of-app.ts'

const BATCH = 100
const AT_ONCE = 10

/** Runs end, and nothing of the app stays: flows, runs, artifacts with their bytes, recordings. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'flows.delete', {
  retry: [5, 60, 600],
  async run(deps, { app_id }, { signal }) {
    const store = appDataStore(deps.db)
    // Of a deleted app nothing starts any more, so these are all.
    await cancelRunsOfApp(deps, app_id)
    await store.deleteFlows(app_id)
    await store.deleteRecordings(app_id)
    await deleteBytes(deps, app_id, signal)
    while ((await store.deleteRuns(app_id, BATCH)) === BATCH) signal.throwIfAborted()
  },
})

/** Before the rows: a row without bytes can be deleted again, bytes without a row would stay for ever. */
async function deleteBytes({ db, fileStorage }: Deps, appId: string, signal: AbortSignal): Promise<void> {
  const store = artifactStore(db)
  for (;;) {
    const artifacts = await store.listOfApp(appId, BATCH)
    for (let at = 0; at < artifacts.length; at += AT_ONCE) {
      signal.throwIfAborted()
      const some = artifacts.slice(at, at + AT_ONCE)
      await Promise.all(some.map(({ storage_key }) => fileStorage.delete(storage_key)))
      await store.delete(some.map(({ id }) => id))
    }
    if (artifacts.length < BATCH) return
  }
}
