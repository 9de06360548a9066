import { refuse } from '../../../platform/errors.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { TestRunRow } from '../tables.ts'
import { testRunStore } from './test-run-store.ts'

/** A run of an app, also of a test that is deleted, or a refusal. */
export async function accessTestRun(
  { db, access }: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  { app_id, execution_id }: { app_id: string; execution_id: string },
  need: 'viewer' | 'editor',
): Promise<{ app: App; run: TestRunRow }> {
  const app = await access.app(caller, app_id, need)
  const run = await testRunStore(db).find(app.id, execution_id)
  if (!run) throw refuse('test_run_not_found')
  return { app, run }
}
