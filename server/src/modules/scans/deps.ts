import type { BaseDeps } from '../../tenancy/index.ts'
import type { RunningScans } from './running-scans.ts'
import type { ScanNotices } from './scan-notices.ts'
import type { ScannedApps } from './scanned-apps.ts'
import type { Scanner } from './scanner/scan-app.ts'

/** What scans need in addition to what all modules get. */
export interface Deps extends BaseDeps {
  scanner: Scanner
  scannedApps: ScannedApps
  scanNotices: ScanNotices
  runningScans: RunningScans
}
