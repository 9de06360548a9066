import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { type BaseDeps, type Caller, userOf } from '../../tenancy/index.ts'
import { accessFolder, viewerOf } from './access-folder.ts'
import { placesInSight, requireFittingParent } from './rules.ts'
import { type FolderRow, folderStore } from './store.ts'

const WRITABLE = [
  'name',
  'parent_folder_id',
  'position',
  'color',
  'icon',
  'app_type',
] as const satisfies readonly (keyof FolderRow)[]

export async function updateFolder(
  deps: BaseDeps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.folders.update>,
) {
  const { db, audit } = deps
  const folder = await accessFolder(deps, caller, params.folder_id, 'change')
  const changed = WRITABLE.filter((field) => body[field] !== undefined && body[field] !== folder[field])
  const changes: Partial<FolderRow> = Object.fromEntries(changed.map((field) => [field, body[field]]))

  return transaction(db, async (tx) => {
    const store = folderStore(tx)
    if (changes.parent_folder_id) {
      const places = await store.lockPlaces(folder.workspace_id)
      const inSight = placesInSight(places, userOf(caller).id)
      requireFittingParent(folder, changes.parent_folder_id, inSight)
    }
    if (changed.length > 0) {
      await store.update(folder.id, changes)
      await audit.record(tx, caller, {
        workspace_id: folder.workspace_id,
        action: 'folders.update',
        target_type: 'folder',
        target_id: folder.id,
        detail: { changed },
      })
    }
    return store.getWithApps(folder.id, viewerOf(caller, folder.workspace))
  })
}
