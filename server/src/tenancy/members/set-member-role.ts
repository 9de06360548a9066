import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { changeMembers } from './change-members.ts'
import { refuseRoleChange } from './member-change-rules.ts'
import { requirePlanForRoles, updateRoles } from './update-roles.ts'

export async function setMemberRole(
  deps: TenancyDeps,
  caller: Caller,
  { params, query, body }: InputOf<typeof operations.members.set_role>,
) {
  const workspace = await administeredWorkspace(deps.access, caller, query.workspaceId)
  const item = { email: params.email.toLowerCase(), role: body.role }
  requirePlanForRoles([item], workspace)
  return changeMembers(deps, caller, workspace, [item.email], async (tx, held) => {
    const refusal = refuseRoleChange(held.find(item.email), held.callerId)
    if (refusal) throw refuse(refusal)
    const [member] = await updateRoles(deps, tx, caller, workspace, held, [item], 'members.set_role')
    if (!member) throw new Error(`member ${item.email} was held and is gone`)
    return member
  })
}
