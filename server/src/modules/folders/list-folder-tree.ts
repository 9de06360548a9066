import type { InputOf, operations } from '@atrium/contract'
import type { BaseDeps, Caller } from '../../tenancy/index.ts'
import { viewerOf } from './access-folder.ts'
import { folderStore } from './store.ts'

export async function listFolderTree(
  { db, access }: BaseDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.folders.tree>,
) {
  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  return { folders: await folderStore(db).tree(workspace.id, viewerOf(caller, workspace)) }
}
