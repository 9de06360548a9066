import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { requirePlan } from '../plans.ts'
import { changeMembers } from './change-members.ts'
import { refuseCreditLimit } from './member-change-rules.ts'
import { memberChangesStore } from './member-changes-store.ts'
import { updateCreditLimits } from './update-credit-limits.ts'

export async function setMemberCreditLimit(
  deps: TenancyDeps,
  caller: Caller,
  { params, query, body }: InputOf<typeof operations.members.set_credit_limit>,
) {
  const workspace = await administeredWorkspace(deps.access, caller, query.workspaceId)
  requirePlan(workspace, 'business')
  const item = { email: params.email.toLowerCase(), credit_limit: body.credit_limit }
  return changeMembers(deps, caller, workspace, [item.email], async (tx, held) => {
    const limits = await memberChangesStore(tx).limits(workspace.id)
    const refusal = refuseCreditLimit(held.find(item.email), item.credit_limit, limits.monthly_limit)
    if (refusal) throw refuse(refusal)
    const action = 'members.set_credit_limit'
    const [member] = await updateCreditLimits(deps, tx, caller, workspace, held, [item], limits, action)
    if (!member) throw new Error(`member ${item.email} was held and is gone`)
    return member
  })
}
