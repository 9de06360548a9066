import type { InputOf, operations } from '@atrium/contract'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { changeMembers, refuseTogether } from './change-members.ts'
import { refuseRoleChange } from './member-change-rules.ts'
import { requirePlanForRoles, updateRoles } from './update-roles.ts'

export async function setMemberRoles(
  deps: TenancyDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.members.bulk_set_role>,
) {
  const workspace = await administeredWorkspace(deps.access, caller, query.workspaceId)
  const items = body.items.map(({ email, role }) => ({ email: email.toLowerCase(), role }))
  requirePlanForRoles(items, workspace)
  const emails = items.map(({ email }) => email)
  return changeMembers(deps, caller, workspace, emails, async (tx, held) => {
    refuseTogether(items, ({ email }) => refuseRoleChange(held.find(email), held.callerId))
    const members = await updateRoles(deps, tx, caller, workspace, held, items, 'members.bulk_set_role')
    return { updated: members.length, members }
  })
}
