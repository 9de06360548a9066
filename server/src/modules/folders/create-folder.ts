import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { makeId } from '../../platform/ids.ts'
import { type BaseDeps, type Caller, requireWholeWorkspace, userOf } from '../../tenancy/index.ts'
import { requireChange } from './access-folder.ts'
import { placesInSight, requireFittingParent, requireRoomForFolder } from './rules.ts'
import { type FolderRow, folderStore } from './store.ts'

export async function createFolder(
  { db, clock, access, audit }: BaseDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.folders.create>,
) {
  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  requireChange(workspace, body.scope)
  requireWholeWorkspace(caller)
  const now = clock.now()
  const folder: FolderRow = {
    id: makeId('fld', now),
    workspace_id: workspace.id,
    scope: body.scope,
    owner_id: body.scope === 'personal' ? userOf(caller).id : null,
    parent_folder_id: body.parent_folder_id ?? null,
    name: body.name,
    position: body.position ?? 0,
    color: body.color ?? null,
    icon: body.icon ?? null,
    app_type: body.app_type ?? null,
    created_date: now,
  }
  await transaction(db, async (tx) => {
    const store = folderStore(tx)
    const places = await store.lockPlaces(workspace.id)
    if (folder.parent_folder_id !== null) {
      const inSight = placesInSight(places, userOf(caller).id)
      requireFittingParent({ ...folder, id: null }, folder.parent_folder_id, inSight)
    }
    requireRoomForFolder(places.length)
    await store.insert(folder)
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'folders.create',
      target_type: 'folder',
      target_id: folder.id,
      detail: { name: folder.name, scope: folder.scope },
    })
  })
  return { ...folder, app_ids: [] }
}
