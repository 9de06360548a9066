import { refuse } from '../../../platform/errors.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { RunRow } from '../tables.ts'
import { type NamedWorkflow, runReadStore } from './run-read-store.ts'

type Path = { app_id: string; workflow_id: string; run_id: string }

/** The workflow that runs are of, archived or not: its runs stay. */
export async function accessRunsOf(
  { db, access }: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  { app_id, workflow_id }: Omit<Path, 'run_id'>,
  need: 'viewer' | 'editor',
): Promise<{ app: App; workflow: NamedWorkflow }> {
  const app = await access.app(caller, app_id, need)
  const workflow = await runReadStore(db).findWorkflow(app.id, workflow_id)
  if (!workflow) throw refuse('workflow_not_found')
  return { app, workflow }
}

/** A run of a workflow, or a refusal. */
export async function accessRun(
  deps: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  path: Path,
  need: 'viewer' | 'editor',
): Promise<{ app: App; workflow: NamedWorkflow; run: RunRow }> {
  const { app, workflow } = await accessRunsOf(deps, caller, path, need)
  const run = await runReadStore(deps.db).find(workflow.id, path.run_id)
  if (!run) throw refuse('run_not_found')
  return { app, workflow, run }
}
