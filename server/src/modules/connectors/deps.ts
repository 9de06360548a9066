import type { Db } from '../../platform/database/db.ts'
import type { ConnectorAuth, SandboxService } from '../../ports/connector-auth/port.ts'
import type { OutboundHttp } from '../../ports/outbound-http/port.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import type { CallLog } from './calls/call-log.ts'
import type { Pacing } from './calls/pacing.ts'
import type { RefreshTurns } from './tokens/refresh-turns.ts'

/** What connectors need in addition to what all modules get. */
export interface Deps extends BaseDeps {
  /** Of the connector of this type: the sandbox stands in for a service, all others are asked over HTTP. */
  connectorAuth(integrationType: string): ConnectorAuth
  /** Where calls of a connection go: out, or for the sandbox to itself. */
  connectorHttp(integrationType: string): Pick<OutboundHttp, 'send' | 'checkTarget'>
  connectorSandbox: SandboxService
  connectorCalls: CallLog
  connectorPacing: Pacing
  refreshTurns: RefreshTurns
  connectionNotices: ConnectionNotices
  /** The public address, for the consent page and for where services send people back to. */
  baseUrl(): string
}

/** Says that a connection ended by itself, in the transaction that stores it: an event and an email. */
export interface ConnectionNotices {
  announceExpired(tx: Db, connection: ExpiredConnection): Promise<void>
}

export interface ExpiredConnection {
  connection_id: string
  app_id: string
  integration_type: string
  display_name: string
  reason: string
  /** Who connected it; null when they are gone. */
  connected_by: string | null
  at: Date
}
