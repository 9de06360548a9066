import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { type ConnectionRow, type ConnectorCallRow, type CustomConnectorRow, connections } from '../tables.ts'

type Tables = { connector_calls: ConnectorCallRow }

export interface CallPosition {
  started_at: string
  id: string
}

export interface CallFilter {
  app_id: string
  integration_type: string | undefined
  failed: boolean | undefined
}

/** A connection with the connector of the workspace's own that it goes by, each if there is one. */
export type FoundConnection = { [K in keyof ConnectionRow]: ConnectionRow[K] | null } & {
  own_definition: CustomConnectorRow['definition'] | null
  own_updated_date: Date | null
}

// One round trip for a call: whether there is a connector, a connection, or both.
const findConnection = prepared<FoundConnection>(
  'find_connection_to_call',
  `select ${connections.columns('c')}, own.definition as own_definition, own.updated_date as own_updated_date
   from (select) as one
   left join custom_connectors own on own.workspace_id = $1 and own.integration_type = $3
   left join connections c on c.app_id = $2 and c.integration_type = $3`,
)

export const callStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async findConnection(
      workspaceId: string,
      appId: string,
      integrationType: string,
    ): Promise<FoundConnection> {
      const [found] = await findConnection(db, [workspaceId, appId, integrationType])
      return found as FoundConnection // the first table has one row
    },
    /** Newest first. */
    async list(
      filter: CallFilter,
      after: CallPosition | undefined,
      limit: number,
    ): Promise<ConnectorCallRow[]> {
      const { app_id, integration_type, failed } = filter
      let query = q.selectFrom('connector_calls').selectAll().where('app_id', '=', app_id)
      if (integration_type !== undefined) query = query.where('integration_type', '=', integration_type)
      // What its caller broke off is no failure.
      if (failed === true) query = query.where('error_code', '<>', 'canceled')
      if (after) {
        query = query.where(sql<boolean>`(started_at, id) < (${after.started_at}::timestamptz, ${after.id})`)
      }
      return query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
    },
  }
}
