import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { requirePlan } from '../plans.ts'
import { changeMembers } from './change-members.ts'
import { isAboveMonthly } from './member-change-rules.ts'
import { memberChangesStore } from './member-changes-store.ts'

export async function setDefaultCreditLimit(
  deps: TenancyDeps,
  caller: Caller,
  { query, body: { credit_limit } }: InputOf<typeof operations.members.set_default_credit_limit>,
) {
  const { access, audit, events } = deps
  const workspace = await administeredWorkspace(access, caller, query.workspaceId)
  requirePlan(workspace, 'business')
  return changeMembers(deps, caller, workspace, [], async (tx) => {
    const store = memberChangesStore(tx)
    const before = await store.limits(workspace.id)
    if (isAboveMonthly(credit_limit, before.monthly_limit)) throw refuse('credit_limit_too_high')
    await store.setDefaultLimit(workspace.id, credit_limit)
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'members.set_default_credit_limit',
      target_type: 'workspace',
      target_id: workspace.id,
      detail: { credit_limit, credit_limit_before: before.default_member_credit_limit },
    })
    const fact = { workspace_id: workspace.id, credit_limit }
    await events.announce(tx, 'workspace.default_credit_limit_changed', fact)
    return { default_member_credit_limit: credit_limit }
  })
}
