import type { InputOf, operations } from '@atrium/contract'
import { MAX_OWN_WORKSPACES } from '@atrium/contract/workspaces'
import { notify } from '../../platform/database/listen.ts'
import { afterCommit, transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { makeId } from '../../platform/ids.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { type Caller, userOf } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { requirePersonItself } from './own-session.ts'
import { workspaceStore } from './store.ts'

export async function createWorkspace(
  { db, clock, audit, events, authenticator, newWorkspaceMonthlyLimit }: TenancyDeps,
  caller: Caller,
  { body }: InputOf<typeof operations.workspaces.create>,
) {
  requirePersonItself(caller)
  const { id: user_id, email, full_name } = userOf(caller)
  const now = clock.now()
  const id = makeId('ws', now)
  const name = body.name.trim()
  await transaction(db, async (tx) => {
    const store = workspaceStore(tx)
    if ((await store.lockOwned(user_id)) >= MAX_OWN_WORKSPACES) throw refuse('workspace_limit_reached')
    await store.insert({ id, name, monthly_limit: newWorkspaceMonthlyLimit, created_date: now })
    await store.insertOwner({ workspace_id: id, user_id, email, full_name, now })
    await notify(tx, CREDENTIALS_CHANNEL, user_id)
    await audit.record(tx, caller, {
      workspace_id: id,
      action: 'workspaces.create',
      target_type: 'workspace',
      target_id: id,
      detail: { name },
    })
    await events.announce(tx, 'member.joined', { workspace_id: id, user_id, role: 'owner' })
  })
  afterCommit(db, () => authenticator.invalidate())
  return { id, name, user_role: 'owner', subscription_tier: 'free', is_enterprise: false } as const
}
