import type { Deps } from '../deps.ts'
import type { TestRunRow } from '../tables.ts'
import { testRunStore } from './test-run-store.ts'

/** Also when there is none any more. */
export async function removeTestUserOf(
  { db, testedApps }: Pick<Deps, 'db' | 'testedApps'>,
  run: Pick<TestRunRow, 'id' | 'app_id' | 'test_user_id'>,
): Promise<void> {
  const { id, app_id, test_user_id } = run
  if (test_user_id === null) return
  await testedApps.removeTestUser(app_id, test_user_id)
  await testRunStore(db).clearTestUser(id, test_user_id)
  run.test_user_id = null
}
