/** Connectors and the services behind them: those outside, and the sandbox that lives here. */
import {
  type CallLog,
  type ConnectionNotices,
  createCallLog,
  createCallMetrics,
  createPacing,
  type MailDeps,
  type Pacing,
  type RefreshTurns,
} from '../modules/connectors/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Secrets } from '../platform/secrets.ts'
import { createSingleFlight } from '../platform/single-flight.ts'
import { oauthConnectorAuth } from '../ports/connector-auth/oauth.ts'
import type { ConnectorAuth, SandboxService } from '../ports/connector-auth/port.ts'
import { createSandboxService } from '../ports/connector-auth/sandbox.ts'
import type { OutboundHttp } from '../ports/outbound-http/port.ts'
import { createConnectionNotices } from './connectors-to-webhooks.ts'

export interface Connectors {
  connectorAuth(integrationType: string): ConnectorAuth
  connectorHttp(integrationType: string): Pick<OutboundHttp, 'send' | 'checkTarget'>
  connectorSandbox: SandboxService
  connectorCalls: CallLog
  connectorPacing: Pacing
  refreshTurns: RefreshTurns
  connectionNotices: ConnectionNotices
}

const SANDBOX = 'sandbox-oauth'

export function createConnectors(options: {
  db: Db
  clock: Clock
  log: Log
  metrics: Metrics
  secrets: Secrets
  outboundHttp: OutboundHttp
  baseUrl(): string
  others: () => MailDeps
}): Connectors {
  const { db, log, outboundHttp } = options
  const sandbox = createSandboxService(options)
  const oauth = oauthConnectorAuth({ outboundHttp })
  return {
    connectorAuth: (type) => (type === SANDBOX ? sandbox.auth : oauth),
    connectorHttp: (type) => (type === SANDBOX ? sandbox.http : outboundHttp),
    connectorSandbox: sandbox,
    connectorCalls: createCallLog({ db, log, count: createCallMetrics(options.metrics) }),
    connectorPacing: createPacing(),
    refreshTurns: createSingleFlight(),
    connectionNotices: createConnectionNotices(options.others),
  }
}
