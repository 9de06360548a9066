import type { InputOf, operations } from '@atrium/contract'
import { notify } from '../../platform/database/listen.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { type Caller, userOf } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { invalidateMembers } from '../members/invalidate-members.ts'
import { requirePlanForRoles } from '../members/update-roles.ts'
import { accessServiceAccount } from './access-service-account.ts'
import { presentServiceAccount } from './present-service-account.ts'
import { serviceAccountStore } from './store.ts'

export async function updateServiceAccount(
  deps: TenancyDeps,
  caller: Caller,
  { params, query, body }: InputOf<typeof operations.service_accounts.update>,
) {
  const { db, clock, access, audit, authenticator } = deps
  const { workspace, account } = await accessServiceAccount(deps, caller, { params, query })
  // As members cannot change their own role either.
  if (account.user_id === userOf(caller).id) throw refuse('own_membership_protected')
  if (body.role) requirePlanForRoles([{ role: body.role }], workspace)
  const app_ids = body.app_ids ? await access.apps(caller, workspace, body.app_ids) : body.app_ids
  const changed = await transaction(db, async (tx) => {
    await invalidateMembers(tx, workspace.id)
    const store = serviceAccountStore(tx)
    const before = await store.lock(workspace.id, account.user_id)
    if (!before) throw refuse('service_account_not_found')
    const after = {
      ...before,
      name: body.name?.trim() ?? before.name,
      description: body.description ?? before.description,
      role: body.role ?? before.role,
      app_ids: app_ids === undefined ? before.app_ids : app_ids,
      updated_date: clock.now(),
    }
    await store.update(after)
    await notify(tx, CREDENTIALS_CHANNEL, workspace.id)
    const { name, role } = after
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'service_accounts.update',
      target_type: 'service_account',
      target_id: before.user_id,
      detail: {
        ...{ name, role, app_ids: after.app_ids },
        ...(before.role !== role && { role_before: before.role }),
        ...(before.name !== name && { name_before: before.name }),
      },
    })
    return after
  })
  authenticator.invalidate()
  return presentServiceAccount(changed)
}
