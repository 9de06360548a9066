import type { Trouble, TroubleSource } from '../modules/attention/index.ts'
import { type ExpiredConnection, expiredConnections } from '../modules/connectors/index.ts'
import type { Db } from '../platform/database/db.ts'
import { oneLine } from '../platform/text/one-line.ts'

export const connectorTroubles = (db: Db): TroubleSource => ({
  kinds: ['connection_expired'],
  need: 'viewer',
  list: async (scope) => (await expiredConnections(db, scope)).map(troubleOf),
})

function troubleOf(row: ExpiredConnection): Trouble {
  const { integration_type, connector_name, account_name, connected_at, since } = row
  const account = account_name === null ? '' : ` as ${oneLine(account_name)}`
  return {
    kind: 'connection_expired',
    severity: 'critical',
    app: row,
    subject: { type: 'connection', id: integration_type, name: connector_name },
    detail: `The connection${account} has expired; connect it again.`,
    since,
    key: `${integration_type} ${connected_at?.toISOString()}`,
  }
}
