import type { Db } from '../../platform/database/db.ts'
import type { Found } from './findings/find-finding.ts'

/** Says that something critical is new, after a scan; in the transaction that stores its result. */
export interface ScanNotices {
  announce(
    tx: Db,
    scan: { app_id: string; scan_id: string; found: readonly Found[]; at: Date },
  ): Promise<void>
}
