import { refuse } from '../../../platform/errors.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { type FlowWithRun, flowStore } from './flow-store.ts'

/** A test of an app, or a refusal. */
export async function accessFlow(
  { db, access }: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  { app_id, flow_id }: { app_id: string; flow_id: string },
  need: 'viewer' | 'editor',
): Promise<{ app: App; flow: FlowWithRun }> {
  const app = await access.app(caller, app_id, need)
  const flow = await flowStore(db).find(app.id, flow_id)
  if (!flow) throw refuse('flow_not_found')
  return { app, flow }
}
