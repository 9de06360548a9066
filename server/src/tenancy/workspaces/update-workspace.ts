import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { workspaceStore } from './store.ts'

export async function updateWorkspace(
  { db, access, audit }: TenancyDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.workspaces.update>,
) {
  const { id, plan, role } = await administeredWorkspace(access, caller, query.workspaceId)
  const name = body.name.trim()
  await transaction(db, async (tx) => {
    const before = await workspaceStore(tx).rename(id, name)
    if (before === undefined) throw refuse('workspace_not_found')
    if (before === name) return
    await audit.record(tx, caller, {
      workspace_id: id,
      action: 'workspaces.update',
      target_type: 'workspace',
      target_id: id,
      detail: { name, name_before: before },
    })
  })
  return { id, name, user_role: role, subscription_tier: plan, is_enterprise: plan === 'enterprise' }
}
