import type { ClientRow } from '../tables.ts'

export function presentClient(row: ClientRow) {
  return {
    integration_type: row.integration_type,
    client_id: row.client_id,
    has_secret: row.client_secret !== null,
    created_date: row.created_date.toISOString(),
    updated_date: row.updated_date.toISOString(),
  }
}
