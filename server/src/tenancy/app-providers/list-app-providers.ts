import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { presentAppProvider } from './present-app-provider.ts'
import { appProviderStore } from './provider-store.ts'

export async function listAppProviders(
  { db, access, baseUrl }: TenancyDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.app_providers.list>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const rows = await appProviderStore(db).list(app.id)
  return { items: rows.map((row) => presentAppProvider(baseUrl(), row)) }
}
