import type { InputOf, operations } from '@atrium/contract'
import { notify } from '../../platform/database/listen.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { type Caller, userOf } from '../access/caller.ts'
import { isAdmin } from '../access/roles.ts'
import { requireWholeWorkspace } from '../access/whole-workspace.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { requireNoFurther } from './no-further.ts'
import { tokenStore } from './store.ts'

export async function revokeToken(
  { db, access, audit, authenticator }: TenancyDeps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.tokens.revoke>,
) {
  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  const owner = isAdmin(workspace.role) ? null : userOf(caller).id
  await transaction(db, async (tx) => {
    const token = await tokenStore(tx).delete(workspace.id, owner, params.token_id)
    if (!token) throw refuse('token_not_found')
    if (token.user_id !== userOf(caller).id) requireWholeWorkspace(caller)
    requireNoFurther(caller, token)
    await notify(tx, CREDENTIALS_CHANNEL, token.id)
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'tokens.revoke',
      target_type: 'token',
      target_id: token.id,
      detail: { name: token.name, user_id: token.user_id },
    })
  })
  authenticator.invalidate()
  return { revoked: true as const, id: params.token_id }
}
