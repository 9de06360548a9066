import type { InputOf, operations } from '@atrium/contract'
import { notify } from '../../platform/database/listen.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { requireNoFurther } from '../tokens/no-further.ts'
import { tokenStore } from '../tokens/store.ts'
import { accessServiceAccount } from './access-service-account.ts'

export async function revokeServiceToken(
  deps: TenancyDeps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.service_accounts.revoke_token>,
) {
  const { db, audit, authenticator } = deps
  const { workspace, account } = await accessServiceAccount(deps, caller, { params, query })
  await transaction(db, async (tx) => {
    const token = await tokenStore(tx).delete(workspace.id, account.user_id, params.token_id)
    if (!token) throw refuse('token_not_found')
    requireNoFurther(caller, token)
    await notify(tx, CREDENTIALS_CHANNEL, token.id)
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'service_accounts.revoke_token',
      target_type: 'token',
      target_id: token.id,
      detail: { name: token.name, service_account_id: account.user_id },
    })
  })
  authenticator.invalidate()
  return { revoked: true as const, id: params.token_id }
}
