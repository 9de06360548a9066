/** How a scan ends: its result or why it failed, its place in the history, and what follows from it. */
import type { FindingGroup, ScanResult } from '@atrium/contract/scan-findings'
import { transaction } from '../../platform/database/transaction.ts'
import type { Deps } from './deps.ts'
import { ignoredStore } from './findings/ignored-store.ts'
import { historyStore } from './history-store.ts'
import { compareResults, completeTypes, fingerprintsIn, NO_FINDINGS } from './result-changes.ts'
import { scanStore } from './scan-store.ts'
import type { ScanRow } from './tables.ts'

/** A scan as its worker took it: with the result of the one before. */
export type HeldScan = ScanRow & { worker: string }

export interface Found {
  result: ScanResult
  /** The groups that say nothing, since they could not be looked at or are switched off. */
  unchecked: readonly FindingGroup[]
  app_revision: number
}

/** Nothing is stored when somebody else has taken the scan over. */
export async function storeResult(deps: Deps, scan: HeldScan, found: Found): Promise<void> {
  const { app_id, scan_id } = scan
  const { result, unchecked } = found
  await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    if (!(await scanStore(tx).complete(scan, found, now))) return
    const ignores = ignoredStore(tx)
    const ignored = new Set(await ignores.listFingerprints(app_id, now))
    const compared = compareResults(result, scan.result, { ignored, unchecked })
    const { counts, new_count, fixed_count, alarming } = compared
    const entry = { status: 'completed' as const, counts, new_count, fixed_count, error: null }
    await historyStore(tx).add({ ...startOf(scan), ...entry, completed_at: now })
    const types = completeTypes(result, unchecked)
    await ignores.purge(app_id, { types, found: fingerprintsIn(result), now })
    if (alarming.length > 0)
      await deps.scanNotices.announce(tx, { app_id, scan_id, found: alarming, at: now })
  })
}

/** The error is a sentence for people. */
export async function storeFailure(deps: Deps, scan: HeldScan, error: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    if (!(await scanStore(tx).fail(scan, error, now))) return
    const entry = { status: 'failed' as const, counts: NO_FINDINGS, new_count: 0, fixed_count: 0, error }
    await historyStore(tx).add({ ...startOf(scan), ...entry, completed_at: now })
  })
}

function startOf({ scan_id, app_id, started_by, requested_at }: ScanRow) {
  return { id: scan_id, app_id, started_by, requested_at }
}
