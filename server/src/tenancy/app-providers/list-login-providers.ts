import type { InputOf, operations } from '@atrium/contract'
import type { Visitor } from '../../platform/http/visitor.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { appLoginUrl } from '../openid/addresses.ts'
import { appProviderStore } from './provider-store.ts'

export async function listLoginProviders(
  { db, baseUrl }: TenancyDeps,
  _visitor: Visitor,
  { params }: InputOf<typeof operations.app_auth.providers>,
) {
  const rows = await appProviderStore(db).list(params.app_id)
  const items = rows
    .filter(({ is_enabled }) => is_enabled)
    .map(({ app_id, provider, kind, name }) => {
      return { id: provider, kind, name, login_url: appLoginUrl(baseUrl(), app_id, provider) }
    })
  return { items }
}
