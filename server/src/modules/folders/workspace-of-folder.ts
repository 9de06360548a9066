import type { BaseDeps } from '../../tenancy/index.ts'
import { folderStore } from './store.ts'

/** The workspace of a folder that the user can see; limits are looked up by this. */
export async function workspaceOfFolder(
  { db }: Pick<BaseDeps, 'db'>,
  folderId: string,
  userId: string,
): Promise<string | null> {
  return (await folderStore(db).find(folderId, userId))?.workspace_id ?? null
}
