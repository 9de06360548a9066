import type { InputOf, operations } from '@atrium/contract'
import { notify } from '../../platform/database/listen.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { type Caller, userOf } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { invalidateMembers } from '../members/invalidate-members.ts'
import { memberChangesStore } from '../members/member-changes-store.ts'
import { accessServiceAccount } from './access-service-account.ts'
import { serviceAccountStore } from './store.ts'

export async function deleteServiceAccount(
  deps: TenancyDeps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.service_accounts.delete>,
) {
  const { db, audit, events, authenticator } = deps
  const { workspace, account } = await accessServiceAccount(deps, caller, { params, query })
  const { user_id, name, email, role } = account
  if (user_id === userOf(caller).id) throw refuse('own_membership_protected')
  const passed = await transaction(db, async (tx) => {
    await invalidateMembers(tx, workspace.id)
    if (!(await serviceAccountStore(tx).lock(workspace.id, user_id)))
      throw refuse('service_account_not_found')
    const store = memberChangesStore(tx)
    const heir = (await store.ownerOf(workspace.id)) ?? userOf(caller).id
    const apps = await store.passAppsOn(workspace.id, user_id, heir)
    await store.remove(workspace.id, user_id)
    await serviceAccountStore(tx).delete(user_id)
    await notify(tx, CREDENTIALS_CHANNEL, workspace.id)
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'service_accounts.delete',
      target_type: 'service_account',
      target_id: user_id,
      detail: { name, email, role, ...(apps.length > 0 && { apps_passed_on: apps, new_owner_id: heir }) },
    })
    await events.announce(tx, 'member.removed', { workspace_id: workspace.id, user_id })
    return apps.length
  })
  authenticator.invalidate()
  return { deleted: true as const, id: user_id, apps_passed_on: passed }
}
