import { refuse } from '../../platform/errors.ts'
import type { App, Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { type DefinedWorkflow, workflowStore } from './store.ts'

/** A workflow of an app, or a refusal; archived ones are not there any more. */
export async function accessWorkflow(
  { db, access }: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  { app_id, workflow_id }: { app_id: string; workflow_id: string },
  need: 'viewer' | 'editor',
): Promise<{ app: App; workflow: DefinedWorkflow }> {
  const app = await access.app(caller, app_id, need)
  const workflow = await workflowStore(db).find(app.id, workflow_id)
  if (!workflow) throw refuse('workflow_not_found')
  return { app, workflow }
}
