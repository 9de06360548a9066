import { type ConnectionNotices, type MailDeps, mailExpired } from '../modules/connectors/index.ts'
import { recordEvent } from '../modules/webhooks/index.ts'
import { oneLine } from '../platform/text/one-line.ts'

/** A connection that ended becomes an event of the webhooks of its app, and an email to the one who connected it. */
export function createConnectionNotices(deps: () => MailDeps): ConnectionNotices {
  return {
    async announceExpired(tx, connection) {
      const { connection_id: id, app_id, integration_type, display_name, reason, at } = connection
      await recordEvent(tx, {
        app_id,
        source: 'app',
        type: 'connection.expired',
        order_key: app_id,
        happened_at: at,
        payload: {
          app_id,
          data: { connection: { id, integration_type, display_name: oneLine(display_name), reason } },
        },
      })
      await mailExpired(deps(), tx, connection)
    },
  }
}
