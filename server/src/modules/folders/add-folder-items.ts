import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import type { BaseDeps, Caller } from '../../tenancy/index.ts'
import { accessFolder } from './access-folder.ts'
import { folderStore } from './store.ts'

export async function addFolderItems(
  deps: BaseDeps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.folders.add_items>,
) {
  const { db, clock, access, audit } = deps
  const folder = await accessFolder(deps, caller, params.folder_id, 'change items')
  const appIds = await access.apps(caller, folder.workspace, body.app_ids)
  await transaction(db, async (tx) => {
    await folderStore(tx).addItems(folder, appIds, clock.now())
    await audit.record(tx, caller, {
      workspace_id: folder.workspace_id,
      action: 'folders.add_items',
      target_type: 'folder',
      target_id: folder.id,
      detail: { app_ids: appIds },
    })
  })
  return { linked: appIds.length, folder_id: folder.id }
}
