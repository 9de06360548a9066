import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { AttemptRow, ConnectionRow } from '../tables.ts'
import { attemptStore } from './attempt-store.ts'
import { connectionStore } from './connection-store.ts'

export async function readConnectionStatus(
  { db, clock, access }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.connectors.status>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { integration_type, connection_id } = query
  const isOfThis = (row: { app_id: string; integration_type: string } | undefined) =>
    row?.app_id === app.id && row.integration_type === integration_type
  const connection = await connectionStore(db).find(app.id, integration_type)
  const attempts = attemptStore(db)
  const attempt = await (connection_id === undefined
    ? attempts.findLatest(app.id, integration_type)
    : attempts.find(connection_id))
  const own = attempt && isOfThis(attempt) ? attempt : undefined
  if (connection_id !== undefined) {
    if (own) return statusOfAttempt(own, clock.now())
    if (connection?.id === connection_id) return statusOfConnection(connection)
    throw refuse('connection_not_found')
  }
  // Without a name, what was done last.
  const isNewer = own && (!connection?.connected_at || own.created_date > connection.connected_at)
  if (own && isNewer) return statusOfAttempt(own, clock.now())
  if (connection) return statusOfConnection(connection)
  throw refuse('connection_not_found')
}

interface Status {
  status: 'ACTIVE' | 'PENDING' | 'FAILED'
  error_message: string | null
}

function statusOfAttempt({ status, error, expires_at }: AttemptRow, now: Date): Status {
  if (status === 'active') return { status: 'ACTIVE', error_message: null }
  if (status === 'failed') return { status: 'FAILED', error_message: error }
  // A server that died while it asked for the token leaves the attempt as it was.
  if (expires_at <= now) return { status: 'FAILED', error_message: 'Nobody approved in time; start again.' }
  return { status: 'PENDING', error_message: null }
}

function statusOfConnection({ status, last_error }: ConnectionRow): Status {
  if (status === 'active') return { status: 'ACTIVE', error_message: null }
  const ended = status === 'expired' ? 'The connection has expired.' : 'The service was disconnected.'
  return { status: 'FAILED', error_message: last_error ?? ended }
}
