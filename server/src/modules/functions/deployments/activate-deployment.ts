import type { Db } from '../../../platform/database/db.ts'
import { syncAutomations } from '../automations/sync-automations.ts'
import type { Deps } from '../deps.ts'
import { notifyOfChange } from '../function-changes.ts'
import type { DeploymentRow } from '../tables.ts'
import { deploymentStore } from './deployment-store.ts'

/** Lets a stored deployment be the one that runs, with its automations; in the transaction that holds the app's lock. */
export async function activateDeployment(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  { id, app_id, function_name, automations }: DeploymentRow,
): Promise<void> {
  const now = clock.now()
  const times = { created_date: now, updated_date: now }
  await deploymentStore(tx).activate({ app_id, name: function_name, deployment_id: id, ...times })
  await syncAutomations(tx, { app_id, name: function_name }, automations, now)
  await notifyOfChange(tx, app_id, function_name)
}
