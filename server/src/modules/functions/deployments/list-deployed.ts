import type { Db } from '../../../platform/database/db.ts'
import { type DeployedFunction, deploymentStore } from './deployment-store.ts'

/** The functions of an app with the code that runs now, for other parts of the product. */
export async function listDeployed(db: Db, appId: string): Promise<DeployedFunction[]> {
  return deploymentStore(db).list(appId)
}
