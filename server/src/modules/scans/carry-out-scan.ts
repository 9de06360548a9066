import type { FindingGroup } from '@atrium/contract/scan-findings'
import { Type } from 'typebox'
import { unlessAborted } from '../../platform/abortable.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { makeId } from '../../platform/ids.ts'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { holdScan } from './scan-lease.ts'
import { scanStore } from './scan-store.ts'
import type { ScanProgress } from './scanner/scan-app.ts'
import type { ScannedApp } from './scanner/snapshot.ts'
import { type Found, type HeldScan, storeFailure, storeResult } from './store-outcome.ts'

export const SCAN_DEADLINE_MS = 5 * 60_000
/** How often a scan may lose its worker before it has failed. */
const MOST_TRIES = 2
/** Until then the server that stops is gone, or does not take jobs any more. */
const HAND_BACK_SECONDS = 5

const LOST_TWICE = 'The server was lost twice during the scan. Run it again.'
const TOO_LONG = 'The scan took longer than 5 minutes and was ended. Run it again.'
const NO_SOURCE = 'The code of the app could not be read. Run the scan again later.'
const BROKEN = 'The scan could not be carried out. Run it again.'

/** Several may be stored for one scan: only who gets its lease carries it out. */
export const carryOutScan = job('scans.carry_out', {
  payload: Type.Object({ app_id: Type.String() }),
  retry: [10, 60],
  timeoutSeconds: SCAN_DEADLINE_MS / 1_000 + 60,
  run: (deps: Deps, { app_id }) => deps.runningScans.run((stopping) => carryOut(deps, app_id, stopping)),
})

async function carryOut(deps: Deps, appId: string, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return
  const { db, clock, log } = deps
  const now = clock.now()
  const worker = makeId('worker', now)
  const claimed = await scanStore(db).claim(appId, worker, now)
  if (!claimed) return
  const scan = { ...claimed, worker }
  if (scan.tries > MOST_TRIES) return storeFailure(deps, scan, LOST_TWICE)

  const lost = new AbortController()
  const deadline = AbortSignal.timeout(SCAN_DEADLINE_MS)
  const lease = holdScan(deps, scan, () => lost.abort())
  const signal = AbortSignal.any([stopping, lost.signal, deadline])
  const [ended] = await Promise.allSettled([
    unlessAborted(signal, findAll(deps, appId, signal, lease.report)),
  ])
  await lease.end()
  if (ended.status === 'fulfilled') {
    if (ended.value) await storeResult(deps, scan, ended.value)
    return
  }
  if (lost.signal.aborted) return
  if (stopping.aborted) return releaseScan(deps, scan)
  log.warn({ err: ended.reason, app_id: appId, scan_id: scan.scan_id }, 'a scan failed')
  await storeFailure(deps, scan, deadline.aborted ? TOO_LONG : sentenceOf(ended.reason))
}

/** Null when the app is not there any more. */
async function findAll(
  { clock, scanner, scannedApps }: Deps,
  appId: string,
  signal: AbortSignal,
  report: (progress: ScanProgress) => void,
): Promise<Found | null> {
  const snapshot = await scannedApps.snapshot(appId)
  if (!snapshot) return null
  const { result, unchecked } = await scanner.scan(snapshot, { now: clock.now(), signal, report })
  return {
    result,
    unchecked: [...unchecked, ...disabledGroups(snapshot.app)],
    app_revision: snapshot.revision,
  }
}

function disabledGroups({ static_code_enabled, dependency_scan_enabled }: ScannedApp): FindingGroup[] {
  return [
    ...(static_code_enabled ? [] : ['static_code_findings' as const]),
    ...(dependency_scan_enabled ? [] : ['dependency_vulnerabilities' as const]),
  ]
}

async function releaseScan({ db, jobs }: Deps, scan: HeldScan): Promise<void> {
  const { app_id } = scan
  await transaction(db, async (tx) => {
    if (!(await scanStore(tx).release(scan))) return
    await jobs.send(tx, carryOutScan, { app_id }, { key: app_id, after: HAND_BACK_SECONDS })
  })
}

function sentenceOf(error: unknown): string {
  const isSource = error instanceof Error && ['SourceUnavailable', 'ObjectMissing'].includes(error.name)
  return isSource ? NO_SOURCE : BROKEN
}
