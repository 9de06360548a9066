import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import type { BaseDeps, Caller } from '../../tenancy/index.ts'
import { accessFolder } from './access-folder.ts'
import { folderStore } from './store.ts'

export async function deleteFolder(
  deps: BaseDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.folders.delete>,
) {
  const { db, audit } = deps
  const folder = await accessFolder(deps, caller, params.folder_id, 'change')
  await transaction(db, async (tx) => {
    await folderStore(tx).delete(folder.id)
    await audit.record(tx, caller, {
      workspace_id: folder.workspace_id,
      action: 'folders.delete',
      target_type: 'folder',
      target_id: folder.id,
      detail: { name: folder.name },
    })
  })
  return { deleted: true as const }
}
