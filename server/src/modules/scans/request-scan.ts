import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import { carryOutScan } from './carry-out-scan.ts'
import type { Deps } from './deps.ts'
import { scanStore } from './scan-store.ts'
import type { ScanRow } from './tables.ts'

/**
 * Lets a scan wait to be carried out, unless one does or runs already, or the latest is up to date; where it was started
 * by the schedule, also then, since more may be known of the packages now.
 */
export async function requestScan(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  tx: Db,
  { app_id, started_by }: Pick<ScanRow, 'app_id' | 'started_by'>,
): Promise<{ isNew: boolean; status: ScanRow['status'] }> {
  const now = clock.now()
  const scan = { app_id, started_by, scan_id: makeId('scan', now), requested_at: now }
  const requested = await scanStore(tx).request(scan, started_by === 'schedule' ? 'up_to_date' : null)
  if (requested.isNew) await jobs.send(tx, carryOutScan, { app_id }, { key: app_id })
  return requested
}
