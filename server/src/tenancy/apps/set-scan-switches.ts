import type { Db } from '../../platform/database/db.ts'
import { appStore, type ScanSwitches } from './store.ts'

/** Sets what security scans look at in an app. */
export async function setScanSwitches(tx: Db, appId: string, switches: ScanSwitches): Promise<void> {
  await appStore(tx).setScanSwitches(appId, switches)
}
