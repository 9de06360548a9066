import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import { type Caller, forbiddenUnlessFound } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { ignoredStore } from './findings/ignored-store.ts'
import { stateOf, withoutDisabledGroups } from './scan-state.ts'
import { scanStore } from './scan-store.ts'
import { SCANNER_VERSION } from './scanner/scanner-version.ts'

/** Nothing but 200, 401 and 403 may be answered, so a missing app is a forbidden one. G86 */
export async function readScan(
  { db, clock, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.scans.read>,
) {
  const { id } = await forbiddenUnlessFound(access.app(caller, params.app_id, 'editor'))
  const store = scanStore(db)
  // The scan before the app: one that ends in between would else seem to be of a later revision.
  const scan = await store.find(id)
  const app = await store.findApp(id)
  if (!app) throw refuse('no_app_access')
  const { status, result } = stateOf(scan, { revision: app.revision, scanner_version: SCANNER_VERSION })
  return {
    status,
    result: result && withoutDisabledGroups(result, app),
    static_code_enabled: app.static_code_enabled,
    ignored_fingerprints: await ignoredStore(db).listFingerprints(id, clock.now()),
    progress: status === 'scanning' ? (scan?.progress ?? null) : null,
    error: status === 'scan_failed' ? (scan?.error ?? null) : null,
  }
}
