import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { APP_OF_ROW, type AppOfRow, type AppScope, IN_SCOPE, scopeValues } from '../../tenancy/index.ts'
import { catalogue } from './catalogue/index.ts'

export interface ExpiredConnection extends AppOfRow {
  integration_type: string
  connector_name: string
  account_name: string | null
  connected_at: Date | null
  since: Date
}

const expired = prepared<ExpiredConnection>(
  'connections_expired',
  `select ${APP_OF_ROW}, c.integration_type, coalesce(k.definition->>'display_name', c.integration_type) as connector_name,
          c.account_name, c.connected_at, c.updated_date as since
     from apps a
     join connections c on c.app_id = a.id and c.status = 'expired'
     left join custom_connectors k on k.workspace_id = a.workspace_id and k.integration_type = c.integration_type
    where ${IN_SCOPE}
    order by c.updated_date desc, c.id limit $3`,
)

export async function expiredConnections(db: Db, scope: AppScope): Promise<ExpiredConnection[]> {
  const rows = await expired(db, [...scopeValues(scope), scope.limit])
  return rows.map((row) => ({
    ...row,
    connector_name: catalogue.get(row.integration_type)?.display_name ?? row.connector_name,
  }))
}
