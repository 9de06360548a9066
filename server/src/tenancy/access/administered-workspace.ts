import { refuse } from '../../platform/errors.ts'
import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import type { Workspace } from './store.ts'

/**
 * The workspace whose people the caller may decide about. A token limited to some apps may not: whomever it let in
 * would reach further than the token itself.
 */
export async function administeredWorkspace(
  access: Access,
  caller: Caller,
  workspaceId: string | undefined,
): Promise<Workspace> {
  const workspace = await access.workspace(caller, workspaceId, 'admin')
  if (caller.app_ids !== null) {
    throw refuse('token_scope_exceeded', {
      message: 'A token limited to some apps cannot decide who belongs to the workspace.',
    })
  }
  return workspace
}
