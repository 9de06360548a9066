import type { InputOf, operations } from '@atrium/contract'
import { notify } from '../../platform/database/listen.ts'
import { afterCommit, transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { type Caller, userOf } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { invalidateMembers } from '../members/invalidate-members.ts'
import { hasPlan } from '../plans.ts'
import { requireNamed, requirePersonItself } from './own-session.ts'
import { workspaceStore } from './store.ts'

export async function transferWorkspace(
  { db, access, audit, events, authenticator }: TenancyDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.workspaces.transfer>,
) {
  requirePersonItself(caller)
  const workspace = await access.workspace(caller, requireNamed(query.workspaceId), 'member')
  if (workspace.role !== 'owner') throw refuse('owner_required')
  const { id } = workspace
  const from = userOf(caller).id
  // Only larger plans have admins next to the owner.
  const user_role = hasPlan(workspace, 'business') ? ('admin' as const) : ('editor' as const)
  const owner_email = await transaction(db, async (tx) => {
    await invalidateMembers(tx, id) // first: anyone who changes these members waits in line
    const store = workspaceStore(tx)
    const own = await store.lockMember(id, { id: from })
    if (own?.role !== 'owner') throw refuse('owner_required')
    const heir = await store.lockMember(id, { email: body.email.toLowerCase() })
    if (heir?.user_id === from) throw refuse('own_membership_protected')
    if (!heir) throw refuse('member_not_found')
    const isActive = heir.access_state === 'active'
    if (!isActive || (heir.role !== 'admin' && heir.role !== 'editor')) throw refuse('member_cannot_own')
    await store.setRole(id, heir.user_id, 'owner')
    await store.setRole(id, from, user_role)
    await notify(tx, CREDENTIALS_CHANNEL, id)
    await audit.record(tx, caller, {
      workspace_id: id,
      action: 'workspaces.transfer',
      target_type: 'member',
      target_id: heir.user_id,
      detail: { email: heir.email, role_before: heir.role, former_owner_role: user_role },
    })
    await events.announce(tx, 'member.role_changed', {
      workspace_id: id,
      user_id: heir.user_id,
      role: 'owner',
    })
    await events.announce(tx, 'member.role_changed', { workspace_id: id, user_id: from, role: user_role })
    return heir.email
  })
  afterCommit(db, () => authenticator.invalidate())
  return { workspace_id: id, owner_email, user_role }
}
