import type { Secrets } from '../../../platform/secrets.ts'
import type { ReadValues } from '../definitions/read-values.ts'
import type { ConnectionRow } from '../tables.ts'
import { openCredentials } from '../tokens/sealed-credentials.ts'

/** The values that the current connection was made with; secret ones as long as it has credentials. */
export function savedValues(secrets: Secrets, connection: ConnectionRow | undefined): ReadValues {
  if (!connection) return { config: {}, secrets: {} }
  const { id, connection_config, credentials } = connection
  const kept = credentials === null ? {} : openCredentials(secrets, id, credentials).values
  return { config: connection_config, secrets: kept }
}
