import type { InputOf, operations } from '@atrium/contract'
import { notify } from '../../platform/database/listen.ts'
import { afterCommit, transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { type Caller, userOf } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { invalidateMembers } from '../members/invalidate-members.ts'
import { memberChangesStore } from '../members/member-changes-store.ts'
import { requireNamed, requirePersonItself } from './own-session.ts'
import { workspaceStore } from './store.ts'

/** As when somebody is removed by others: what they own stays with the workspace, and their tokens stop. */
export async function leaveWorkspace(
  { db, access, audit, events, authenticator }: TenancyDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.workspaces.leave>,
) {
  requirePersonItself(caller)
  const { id } = await access.workspace(caller, requireNamed(query.workspaceId), 'member')
  const user_id = userOf(caller).id
  const passed = await transaction(db, async (tx) => {
    await invalidateMembers(tx, id) // first: anyone who changes these members waits in line
    const member = await workspaceStore(tx).lockMember(id, { id: user_id })
    if (!member) throw refuse('workspace_not_found')
    const heir = await workspaceStore(tx).heirOf(id, user_id)
    if (member.role === 'owner' && heir?.role !== 'owner') throw refuse('owner_cannot_leave')
    // A workspace without an owner can come out of an archive. Apps never stay with somebody who left. // G669
    if (!heir && (await workspaceStore(tx).ownsApps(id, user_id))) throw refuse('nobody_takes_apps')
    const store = memberChangesStore(tx)
    const apps = heir ? await store.passAppsOn(id, user_id, heir.user_id) : []
    await store.remove(id, user_id)
    await notify(tx, CREDENTIALS_CHANNEL, id)
    await audit.record(tx, caller, {
      workspace_id: id,
      action: 'workspaces.leave',
      target_type: 'member',
      target_id: user_id,
      detail: {
        email: member.email,
        role: member.role,
        ...(apps.length > 0 && { apps_passed_on: apps, new_owner_id: heir?.user_id }),
      },
    })
    await events.announce(tx, 'member.removed', { workspace_id: id, user_id })
    return apps.length
  })
  afterCommit(db, () => authenticator.invalidate())
  return { left: true as const, workspace_id: id, apps_passed_on: passed }
}
