import type { ScanResult } from '@atrium/contract/scan-findings'
import type { ScanStatus } from '@atrium/contract/scans'
import type { ScanRow } from './tables.ts'

export type StoredScan = Pick<ScanRow, 'status' | 'result' | 'scanner_version' | 'app_revision'>

export interface ScanState {
  status: ScanStatus
  result: ScanResult | null
}

/** What the latest scan of an app is worth now. G21 */
export function stateOf(
  scan: StoredScan | undefined,
  now: { revision: number; scanner_version: string },
): ScanState {
  if (!scan) return { status: 'none', result: null }
  const { result } = scan
  if (scan.status === 'failed') return { status: 'scan_failed', result }
  if (scan.status !== 'completed') return { status: scan.status, result }
  // What another version found is not comparable with what this one looks for.
  if (scan.scanner_version !== now.scanner_version) return { status: 'out_of_date', result: null }
  return { status: scan.app_revision === now.revision ? 'up_to_date' : 'out_of_date', result }
}

/** Empties the groups that are switched off, also in results of before they were. */
export function withoutDisabledGroups(
  result: ScanResult,
  switches: { static_code_enabled: boolean; dependency_scan_enabled: boolean },
): ScanResult {
  return {
    ...result,
    ...(!switches.static_code_enabled && { static_code_findings: [] }),
    ...(!switches.dependency_scan_enabled && { dependency_vulnerabilities: [] }),
  }
}
