import { appRedirectUri } from '../openid/addresses.ts'
import type { AppProviderRow } from '../openid/tables.ts'

export function presentAppProvider(baseUrl: string, row: AppProviderRow) {
  const { app_id, provider, kind, name, issuer, client_id, client_secret, is_enabled } = row
  return {
    ...{ id: provider, kind, name, issuer, client_id, is_enabled },
    has_secret: client_secret !== null,
    redirect_uri: appRedirectUri(baseUrl, app_id, provider),
  }
}
