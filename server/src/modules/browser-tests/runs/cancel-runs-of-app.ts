import type { Deps } from '../deps.ts'
import { cancelOpenRun } from './cancel-open-run.ts'
import { testRunStore } from './test-run-store.ts'

/** Cancels what waits or runs of an app that is deleted, and returns when the browsers are closed. */
export async function cancelRunsOfApp(deps: Deps, appId: string): Promise<void> {
  const ids = await testRunStore(deps.db).listOpenOfApp(appId)
  await Promise.all(ids.map((id) => cancelOpenRun(deps, id, 'flow_deleted')))
}
