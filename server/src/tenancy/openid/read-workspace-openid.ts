import type { InputOf, operations } from '@atrium/contract'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { presentWorkspaceOpenId } from './present-workspace-openid.ts'
import { workspaceOpenIdStore } from './workspace-store.ts'

export async function readWorkspaceOpenid(
  { db, access, baseUrl }: TenancyDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.workspace_openid.read>,
) {
  const { id } = await administeredWorkspace(access, caller, query.workspaceId)
  const store = workspaceOpenIdStore(db)
  return presentWorkspaceOpenId(baseUrl(), id, await store.find(id), await store.domains(id))
}
