import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessTestRun } from './access-test-run.ts'
import { presentTestRun } from './present-test-run.ts'

export async function readTestRun(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.test_runs.read>,
) {
  const { run } = await accessTestRun(deps, caller, params, 'viewer')
  return presentTestRun(deps.db, run)
}
