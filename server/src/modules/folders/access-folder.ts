import { refuse } from '../../platform/errors.ts'
import {
  type BaseDeps,
  type Caller,
  canEditWorkspace,
  requireWholeWorkspace,
  userOf,
  type Workspace,
} from '../../tenancy/index.ts'
import { type FolderRow, folderStore, type Viewer } from './store.ts'

export interface FolderInReach extends FolderRow {
  workspace: Workspace
}

/** The folder, if the caller may see it (404), and may change what is in it or the folder itself (403). */
export async function accessFolder(
  { db, access }: Pick<BaseDeps, 'db' | 'access'>,
  caller: Caller,
  folderId: string,
  need: 'see' | 'change items' | 'change',
): Promise<FolderInReach> {
  const folder = await folderStore(db).find(folderId, userOf(caller).id)
  const workspace = folder && (await access.findWorkspace(caller, folder.workspace_id))
  if (!folder || !workspace) throw refuse('folder_not_found')
  if (need !== 'see') requireChange(workspace, folder.scope)
  if (need === 'change') requireWholeWorkspace(caller)
  return { ...folder, workspace }
}

/** Personal folders are their owner's; workspace folders are changed by editors and higher. */
export function requireChange(workspace: Workspace, scope: FolderRow['scope']): void {
  if (scope === 'workspace' && !canEditWorkspace(workspace.role)) throw refuse('editor_required')
}

/** Guests see only the apps given to them, limited tokens only their own. */
export function viewerOf(caller: Caller, workspace: Workspace): Viewer {
  return {
    user_id: userOf(caller).id,
    app_ids: caller.app_ids,
    sees_all_apps: workspace.role !== 'guest',
  }
}
