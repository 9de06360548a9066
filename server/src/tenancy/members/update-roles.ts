import type { InputOf, operations } from '@atrium/contract'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../access/caller.ts'
import type { Workspace } from '../access/store.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { requirePlan } from '../plans.ts'
import { type Held, inOrder, presentChanged } from './change-members.ts'
import { memberChangesStore } from './member-changes-store.ts'

type Given = InputOf<typeof operations.members.bulk_set_role>['body']['items'][number]

/** Only larger plans have admins next to the owner. */
export function requirePlanForRoles(items: readonly Pick<Given, 'role'>[], workspace: Workspace): void {
  if (items.some(({ role }) => role === 'admin')) requirePlan(workspace, 'business')
}

/** Gives members who were judged their roles, and publishes it. */
export async function updateRoles(
  { audit, events }: TenancyDeps,
  tx: Db,
  caller: Caller,
  workspace: Workspace,
  held: Held,
  items: readonly Given[],
  action: string,
) {
  const store = memberChangesStore(tx)
  const changed = inOrder(await store.setRoles(workspace.id, items), items)
  const changes = changed.flatMap((member) => {
    const before = held.find(member.email)
    return before ? [{ member, before, losesLimit: before.credit_limit !== member.credit_limit }] : []
  })
  await audit.recordAll(
    tx,
    caller,
    changes.map(({ member: { user_id, email, role }, before, losesLimit }) => ({
      workspace_id: workspace.id,
      action,
      target_type: 'member',
      target_id: user_id,
      detail: {
        email,
        role,
        role_before: before.role,
        ...(losesLimit && { credit_limit_removed: before.credit_limit }),
      },
    })),
  )
  for (const { member, losesLimit } of changes) {
    const { user_id, role, credit_limit } = member
    const of = { workspace_id: workspace.id, user_id }
    await events.announce(tx, 'member.role_changed', { ...of, role })
    if (losesLimit) await events.announce(tx, 'member.credit_limit_changed', { ...of, credit_limit })
  }
  const { default_member_credit_limit } = await store.limits(workspace.id)
  return changed.map((member) => presentChanged(member, default_member_credit_limit))
}
