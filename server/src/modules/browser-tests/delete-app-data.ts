import { on } from '../../platform/events.ts'
import { appDataStore } from './app-data-store.ts'
import type { Deps } from './deps.ts'
import { artifactStore } from './runs/artifact-store.ts'
import { cancelRunsOfApp } from './runs/cancel-runs-of-app.ts'
import { deleteArtifacts } from './runs/delete-artifacts.ts'

const BATCH = 100

/** Runs end, and nothing of the app stays: flows, runs, artifacts with their bytes, recordings. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'flows.delete', {
  retry: [5, 60, 600],
  async run(deps, { app_id }, { signal }) {
    const store = appDataStore(deps.db)
    // Of a deleted app nothing starts any more, so these are all.
    await cancelRunsOfApp(deps, app_id)
    await store.deleteFlows(app_id)
    await store.deleteRecordings(app_id)
    await deleteEvidence(deps, app_id, signal)
    while ((await store.deleteRuns(app_id, BATCH)) === BATCH) signal.throwIfAborted()
  },
})

/** Before the runs, with which the rows that say where the bytes are would go. What is left is for the next try. */
async function deleteEvidence(deps: Deps, appId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const artifacts = await artifactStore(deps.db).listOfApp(appId, BATCH)
    const left = artifacts.length - (await deleteArtifacts(deps, artifacts))
    if (left > 0) throw new Error(`${left} artifacts of a deleted app are left`)
    if (artifacts.length < BATCH) return
  }
}
