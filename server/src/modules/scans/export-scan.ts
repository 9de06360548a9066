import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { AnswerHeaders } from '../../platform/http/visitor.ts'
import type { BaseDeps, Caller } from '../../tenancy/index.ts'
import { ignoredStore } from './findings/ignored-store.ts'
import { sarifOf } from './sarif.ts'
import { stateOf, withoutDisabledGroups } from './scan-state.ts'
import { scanStore } from './scan-store.ts'
import { SCANNER_VERSION } from './scanner/scanner-version.ts'

/** What `scans.read` shows as the result. */
export async function exportScan(
  { db, clock, access }: BaseDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.scans.export>,
  headers: AnswerHeaders,
) {
  const { id: app_id } = await access.app(caller, params.app_id, 'editor')
  const store = scanStore(db)
  const scan = await store.find(app_id)
  const app = await store.findApp(app_id)
  if (!app) throw refuse('app_not_found')
  const { result } = stateOf(scan, { revision: app.revision, scanner_version: SCANNER_VERSION })
  if (!scan || !result) throw refuse('scan_not_found')
  const ignored = await ignoredStore(db).listAll(app_id, clock.now())
  headers.set('Content-Disposition', `attachment; filename="scan-${encodeURIComponent(app_id)}.sarif"`)
  return sarifOf({
    app_id,
    scanner_version: scan.scanner_version ?? SCANNER_VERSION,
    result: withoutDisabledGroups(result, app),
    ignored,
  })
}
