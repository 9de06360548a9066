import type { InputOf, operations } from '@atrium/contract'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../access/caller.ts'
import type { Workspace } from '../access/store.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { type Held, inOrder, presentChanged } from './change-members.ts'
import { type CreditLimits, memberChangesStore } from './member-changes-store.ts'

type Given = InputOf<typeof operations.members.bulk_set_credit_limit>['body']['items'][number]

/** Gives members who were judged their limits, and publishes it. */
export async function updateCreditLimits(
  { audit, events }: TenancyDeps,
  tx: Db,
  caller: Caller,
  workspace: Workspace,
  held: Held,
  items: readonly Given[],
  limits: CreditLimits,
  action: string,
) {
  const changed = inOrder(await memberChangesStore(tx).setCreditLimits(workspace.id, items), items)
  await audit.recordAll(
    tx,
    caller,
    changed.map(({ user_id, email, credit_limit }) => ({
      workspace_id: workspace.id,
      action,
      target_type: 'member',
      target_id: user_id,
      detail: { email, credit_limit, credit_limit_before: held.find(email)?.credit_limit ?? null },
    })),
  )
  for (const { user_id, credit_limit } of changed) {
    const fact = { workspace_id: workspace.id, user_id, credit_limit }
    await events.announce(tx, 'member.credit_limit_changed', fact)
  }
  return changed.map((member) => presentChanged(member, limits.default_member_credit_limit))
}
