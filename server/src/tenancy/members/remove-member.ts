import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { changeMembers } from './change-members.ts'
import { refuseRemoval } from './member-change-rules.ts'
import { memberChangesStore } from './member-changes-store.ts'

export async function removeMember(
  deps: TenancyDeps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.members.remove>,
) {
  const { access, audit, events } = deps
  const workspace = await administeredWorkspace(access, caller, query.workspaceId)
  const email = params.email.toLowerCase()
  return changeMembers(deps, caller, workspace, [email], async (tx, held) => {
    const member = held.find(email)
    const refusal = refuseRemoval(member, held.callerId)
    if (refusal || !member) throw refuse(refusal ?? 'member_not_found')

    const store = memberChangesStore(tx)
    const { user_id } = member
    // A workspace without an owner can come out of an archive; then anyone who removes takes over.
    const heir = (await store.ownerOf(workspace.id)) ?? held.callerId
    const apps = await store.passAppsOn(workspace.id, user_id, heir)
    await store.remove(workspace.id, user_id)
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'members.remove',
      target_type: 'member',
      target_id: user_id,
      detail: {
        email,
        role: member.role,
        ...(apps.length > 0 && { apps_passed_on: apps, new_owner_id: heir }),
      },
    })
    await events.announce(tx, 'member.removed', { workspace_id: workspace.id, user_id })
    return { removed: true as const, email, apps_passed_on: apps.length }
  })
}
