import type { CountedConnector } from './custom-connector-store.ts'

export function presentConnector(row: CountedConnector) {
  return {
    integration_type: row.integration_type,
    definition: row.definition,
    connection_count: row.connection_count,
    created_date: row.created_date.toISOString(),
    updated_date: row.updated_date.toISOString(),
  }
}
