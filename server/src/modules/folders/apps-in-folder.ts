import type { BaseDeps, Caller } from '../../tenancy/index.ts'
import { accessFolder, viewerOf } from './access-folder.ts'
import { folderStore } from './store.ts'

/** The apps of a folder that the caller may see; the list of apps asks for this. */
export async function appsInFolder(
  deps: Pick<BaseDeps, 'db' | 'access'>,
  caller: Caller,
  folderId: string,
): Promise<string[]> {
  const folder = await accessFolder(deps, caller, folderId, 'see')
  const { app_ids } = await folderStore(deps.db).getWithApps(folder.id, viewerOf(caller, folder.workspace))
  return app_ids
}
