import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import type { AnswerHeaders } from '../../platform/http/visitor.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { requestScan } from './request-scan.ts'

export async function runScan(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.scans.run>,
  headers: AnswerHeaders,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const status = await transaction(deps.db, async (tx) => {
    const requested = await requestScan(deps, tx, { app_id: app.id, started_by: 'person' })
    if (requested.isNew)
      await deps.audit.record(tx, caller, {
        workspace_id: app.workspace_id,
        action: 'scans.run',
        target_type: 'app',
        target_id: app.id,
        app_id: app.id,
      })
    return requested.status
  })
  const isUnderWay = status === 'pending' || status === 'scanning'
  headers.set('X-Scan-Source', isUnderWay ? 'async' : 'cache')
  return { status: isUnderWay ? status : ('up_to_date' as const) }
}
