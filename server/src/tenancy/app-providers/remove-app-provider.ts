import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { appProviderStore } from './provider-store.ts'

export async function removeAppProvider(
  { db, access, audit }: TenancyDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.app_providers.remove>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  await transaction(db, async (tx) => {
    if (!(await appProviderStore(tx).delete(app.id, params.provider))) throw refuse('provider_not_found')
    const target = { target_type: 'app_provider', target_id: params.provider, app_id: app.id }
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'app_providers.remove',
      ...target,
    })
  })
  return { success: true as const }
}
