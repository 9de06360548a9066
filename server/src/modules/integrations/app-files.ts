import type { Db } from '../../platform/database/db.ts'
import type { Deps } from './deps.ts'
import { fileUrl } from './file-address.ts'
import { removeFiles } from './remove-files.ts'
import { type FileRow, fileStore } from './store.ts'
import { storeFile } from './store-file.ts'

export interface MadeFile {
  app_id: string
  name: string
  content_type: string
  bytes: Uint8Array
  created_by: string | null
}

interface KeptFile {
  id: string
  path: string
}

/** Public files of an app that other parts make: kept, counted and listed like those that people upload. */
export function createAppFiles(depsOf: () => Deps) {
  return {
    /** The path stays good when the server gets another name. `alsoStore` writes what belongs to the file. */
    async store(
      { bytes, ...file }: MadeFile,
      alsoStore: (tx: Db, kept: KeptFile) => Promise<void>,
    ): Promise<KeptFile> {
      const wanted = { ...file, visibility: 'public' as const, bytes: only(bytes) }
      return keptAs(await storeFile(depsOf(), wanted, (tx, row) => alsoStore(tx, keptAs(row))))
    },
    /** From the end of the transaction on nobody reads them; their bytes go in the background. */
    async remove(tx: Db, appId: string, ids: readonly string[]): Promise<void> {
      if (ids.length === 0 || (await fileStore(tx).markAllDeleted(appId, ids)) === 0) return
      await depsOf().jobs.send(tx, removeFiles, {})
    },
  }
}

function keptAs(row: FileRow): KeptFile {
  return { id: row.id, path: fileUrl('', row) }
}

async function* only(bytes: Uint8Array) {
  yield bytes
}
