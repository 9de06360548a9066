import type { InputOf, operations } from '@atrium/contract'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { requirePlan } from '../plans.ts'
import { changeMembers, refuseTogether } from './change-members.ts'
import { refuseCreditLimit } from './member-change-rules.ts'
import { memberChangesStore } from './member-changes-store.ts'
import { updateCreditLimits } from './update-credit-limits.ts'

export async function setMemberCreditLimits(
  deps: TenancyDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.members.bulk_set_credit_limit>,
) {
  const workspace = await administeredWorkspace(deps.access, caller, query.workspaceId)
  requirePlan(workspace, 'business')
  const items = body.items.map(({ email, credit_limit }) => ({ email: email.toLowerCase(), credit_limit }))
  const emails = items.map(({ email }) => email)
  return changeMembers(deps, caller, workspace, emails, async (tx, held) => {
    const limits = await memberChangesStore(tx).limits(workspace.id)
    refuseTogether(items, ({ email, credit_limit }) =>
      refuseCreditLimit(held.find(email), credit_limit, limits.monthly_limit),
    )
    const action = 'members.bulk_set_credit_limit'
    const members = await updateCreditLimits(deps, tx, caller, workspace, held, items, limits, action)
    return { updated: members.length, members }
  })
}
