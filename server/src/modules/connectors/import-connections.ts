import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { makeId } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Tokens } from '../../ports/connector-auth/port.ts'
import { type ConnectionRow, type ConnectorCallRow, connections, connectorCalls } from './tables.ts'
import { refreshTimeOf, tokenEndOf } from './tokens/refresh-rules.ts'
import { sealCredentials } from './tokens/sealed-credentials.ts'

export interface ImportedConnection
  extends Pick<
    ConnectionRow,
    | 'app_id'
    | 'integration_type'
    | 'status'
    | 'scopes'
    | 'connection_config'
    | 'client_id'
    | 'last_error'
    | 'account_name'
    | 'user_email'
    | 'connected_by'
  > {
  connected_at: Date
  /** As they were given now; null when it has none any more. */
  tokens: Pick<Tokens, 'accessToken' | 'refreshToken' | 'expiresIn'> | null
  calls: readonly Omit<ConnectorCallRow, 'id' | 'app_id' | 'integration_type' | 'request_id'>[]
}

/** Brings in what archives leave out, such as the living connections of the demo company. */
export async function importConnections(
  { db, secrets }: { db: Db; secrets: Secrets },
  imported: readonly ImportedConnection[],
  now: Date,
): Promise<void> {
  const made = imported.map((one) => ({ one, id: makeId('con', one.connected_at) }))
  await transaction(db, async (tx) => {
    await connections.insertNew(
      tx,
      made.map(({ one, id }) => rowOf(secrets, one, id, now)),
    )
    await connectorCalls.insertNew(
      tx,
      made.flatMap(({ one }) => one.calls.map((call) => callOf(one, call))),
    )
  })
}

function rowOf(
  secrets: Secrets,
  { tokens, calls: _, ...connection }: ImportedConnection,
  id: string,
  now: Date,
): ConnectionRow {
  const given = tokens && {
    ...{ access_token: tokens.accessToken, refresh_token: tokens.refreshToken, values: {} },
  }
  const expiresIn = tokens?.expiresIn ?? null
  return {
    ...connection,
    id,
    captured: {},
    credentials: given && sealCredentials(secrets, id, given),
    token_expires_at: tokenEndOf(expiresIn, now),
    refresh_at: refreshTimeOf(expiresIn, now, 0),
    refresh_claim: null,
    refresh_claimed_until: null,
    refresh_failures: 0,
    refresh_failing_since: null,
    created_date: connection.connected_at,
    updated_date: connection.connected_at,
  }
}

function callOf(
  { app_id, integration_type }: ImportedConnection,
  call: ImportedConnection['calls'][number],
): ConnectorCallRow {
  const { started_at } = call
  return {
    ...call,
    ...{ id: makeId('cal', started_at), app_id, integration_type, request_id: makeId('req', started_at) },
  }
}
