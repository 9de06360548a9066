import type { Secrets } from '../../platform/secrets.ts'
import type { Provider } from '../../ports/openid/port.ts'
import { openClientSecret } from './sealed-client-secret.ts'
import type { AppProviderRow, WorkspaceOpenIdRow } from './tables.ts'

export function providerOf(secrets: Secrets, row: WorkspaceOpenIdRow | AppProviderRow): Provider {
  const id = 'kind' in row ? row.id : row.workspace_id
  return {
    protocol: 'kind' in row && row.kind === 'github' ? 'github' : 'openid',
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: openClientSecret(secrets, id, row.client_secret),
  }
}
