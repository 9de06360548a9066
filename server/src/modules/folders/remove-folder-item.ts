import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { type BaseDeps, type Caller, reachesApp } from '../../tenancy/index.ts'
import { accessFolder } from './access-folder.ts'
import { folderStore } from './store.ts'

/** Spec: DELETE /api/app-folders/{folder_id}/items/{app_id}. */
export async function removeFolderItem(
  deps: BaseDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.folders.remove_item>,
) {
  const { db, audit } = deps
  const folder = await accessFolder(deps, caller, params.folder_id, 'change items')
  // Spec: the same code for an app ID outside a limited token's apps.
  if (!reachesApp(caller, params.app_id)) throw refuse('folder_not_found')
  await transaction(db, async (tx) => {
    if (!(await folderStore(tx).removeItem(folder.id, params.app_id))) return
    await audit.record(tx, caller, {
      workspace_id: folder.workspace_id,
      action: 'folders.remove_item',
      target_type: 'folder',
      target_id: folder.id,
      app_id: params.app_id,
    })
  })
  return { unlinked: true as const, folder_id: folder.id, app_id: params.app_id }
}
