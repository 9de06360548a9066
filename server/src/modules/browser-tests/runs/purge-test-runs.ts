import { ARTIFACT_DAYS } from '@atrium/contract/test-runs'
import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'
import { artifactStore } from './artifact-store.ts'
import { deleteArtifacts } from './delete-artifacts.ts'
import { type Keeper, purgeStore } from './purge-store.ts'

const DAY_MS = 86_400_000
const BATCH = 200
/** What is left is for the next night. */
const MOST_BATCHES = 500
const MOST_KEEPERS = 1_000
export const RUNS_PER_FLOW = 1_000
export const RUNS_PER_APP = 10_000

/** Of an app; a run can have 50 MiB, so it is far more than the newest runs of each test take. */
export const ARTIFACT_BYTES_PER_APP = 5 * 1024 ** 3

/** Artifacts go after 30 days, or when newer ones take the room of their app, recordings at their end, old runs beyond what a test and an app may keep. */
export const purgeTestRuns = job('test_runs.purge', {
  payload: Type.Object({}),
  retry: [600],
  timeoutSeconds: 3_600,
  async run(deps: Deps, _payload, { signal }) {
    const { db, clock } = deps
    const store = purgeStore(db)
    const now = clock.now()
    const before = new Date(now.getTime() - ARTIFACT_DAYS * DAY_MS)
    await inBatches(signal, async () => {
      const old = await artifactStore(db).listOlder(before, BATCH)
      return deleteArtifacts(deps, old)
    })
    for (const appId of await artifactStore(db).listFullApps(ARTIFACT_BYTES_PER_APP, MOST_KEEPERS))
      await inBatches(signal, async () => {
        const beyond = await artifactStore(db).listBeyond(appId, ARTIFACT_BYTES_PER_APP, BATCH)
        return deleteArtifacts(deps, beyond)
      })
    const full = [
      ...(await store.listFullFlows(RUNS_PER_FLOW, MOST_KEEPERS)),
      ...(await store.listFullApps(RUNS_PER_APP, MOST_KEEPERS)),
    ]
    for (const keeper of full) await inBatches(signal, () => purgeSurplus(deps, keeper))
    await inBatches(signal, () => store.deleteRecordings(now, BATCH))
  },
})

/** A run whose bytes could not be deleted stays until they are. */
async function purgeSurplus(deps: Deps, keeper: Keeper): Promise<number> {
  const ids = await purgeStore(deps.db).listSurplus(keeper, BATCH)
  const artifacts = await artifactStore(deps.db).listOfRuns(ids)
  if ((await deleteArtifacts(deps, artifacts)) < artifacts.length) return 0
  await purgeStore(deps.db).deleteRuns(ids)
  return ids.length
}

/** Until a batch is not full: nothing is left, or what is left cannot be deleted now. */
async function inBatches(signal: AbortSignal, next: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    signal.throwIfAborted()
    if ((await next()) < BATCH) return
  }
}
