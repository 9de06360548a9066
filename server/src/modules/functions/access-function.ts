import { refuse } from '../../platform/errors.ts'
import type { App, Caller } from '../../tenancy/index.ts'
import { type ActiveFunction, deploymentStore } from './deployments/deployment-store.ts'
import type { Deps } from './deps.ts'

/** A function of an app, or a refusal. */
export async function accessFunction(
  { db, access }: Deps,
  caller: Caller,
  { app_id, name }: { app_id: string; name: string },
  need: 'viewer' | 'editor',
): Promise<{ app: App; deployed: ActiveFunction }> {
  const app = await access.app(caller, app_id, need)
  const deployed = await deploymentStore(db).findActive(app.id, name)
  if (!deployed) throw refuse('function_not_found')
  return { app, deployed }
}
