import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import { catalogue } from '../catalogue/index.ts'
import { customConnectorStore } from '../custom/custom-connector-store.ts'
import type { Deps } from '../deps.ts'
import { connectionStore } from './connection-store.ts'

const DAY_MS = 86_400_000

export async function listConnections(
  { db, clock, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.connectors.list>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const rows = await connectionStore(db).list(app.id, new Date(clock.now().getTime() - DAY_MS))
  const isOwn = rows.some(({ integration_type }) => !catalogue.has(integration_type))
  const own = isOwn ? await customConnectorStore(db).list(app.workspace_id) : []
  const names = new Map(
    own.map(({ integration_type, definition }) => [integration_type, definition.display_name]),
  )
  return {
    integrations: rows.map((row) => ({
      integration_type: row.integration_type,
      status: row.status,
      scopes: row.scopes,
      ...(row.user_email !== null && { user_email: row.user_email }),
      connection_id: row.id,
      display_name:
        catalogue.get(row.integration_type)?.display_name ??
        names.get(row.integration_type) ??
        row.integration_type,
      account_name: row.account_name,
      connected_by_email: row.connected_by_email,
      connected_at: row.connected_at,
      token_expires_at: row.token_expires_at,
      failing_since: row.refresh_failing_since,
      last_error: row.last_error,
      calls_last_day: row.calls_last_day,
      failed_calls_last_day: row.failed_calls_last_day,
      last_call_at: row.last_call_at,
    })),
  }
}
