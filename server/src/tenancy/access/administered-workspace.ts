import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import type { Workspace } from './store.ts'
import { requireWholeWorkspace } from './whole-workspace.ts'

/** The workspace whose people the caller may decide about. */
export async function administeredWorkspace(
  access: Access,
  caller: Caller,
  workspaceId: string | undefined,
): Promise<Workspace> {
  const workspace = await access.workspace(caller, workspaceId, 'admin')
  requireWholeWorkspace(caller)
  return workspace
}
