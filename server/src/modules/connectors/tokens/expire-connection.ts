import type { Db } from '../../../platform/database/db.ts'
import type { RefreshDeps, RefreshOutcome } from './refresh-outcome.ts'
import { refreshStore } from './refresh-store.ts'
import { sealCredentials } from './sealed-credentials.ts'

/** The tokens are deleted; the values of fields stay, so that connecting again asks for nothing twice. */
export async function expireConnection(
  { secrets, audit, connectionNotices }: RefreshDeps,
  tx: Db,
  { claimed, credentials, workspace_id, display_name }: RefreshOutcome,
  reason: string,
  now: Date,
): Promise<void> {
  const { id, app_id, integration_type, connected_by } = claimed
  const values = credentials?.values ?? {}
  const hasValues = Object.keys(values).length > 0
  const kept = { access_token: null, refresh_token: null, values }
  await refreshStore(tx).expire(id, hasValues ? sealCredentials(secrets, id, kept) : null, reason)
  await audit.record(tx, null, {
    ...{ workspace_id, app_id, action: 'connections.expired', target_type: 'connection', target_id: id },
    detail: { integration_type, reason },
  })
  await connectionNotices.announceExpired(tx, {
    ...{ connection_id: id, app_id, integration_type, display_name, reason, connected_by },
    at: now,
  })
}
