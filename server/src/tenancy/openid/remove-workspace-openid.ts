import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { workspaceOpenIdStore } from './workspace-store.ts'

export async function removeWorkspaceOpenid(
  { db, access, audit }: TenancyDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.workspace_openid.remove>,
) {
  const { id } = await administeredWorkspace(access, caller, query.workspaceId)
  await transaction(db, async (tx) => {
    if (!(await workspaceOpenIdStore(tx).delete(id))) throw refuse('provider_not_found')
    const target = { target_type: 'workspace_openid', target_id: id }
    await audit.record(tx, caller, { workspace_id: id, action: 'workspace_openid.remove', ...target })
  })
  return { success: true as const }
}
