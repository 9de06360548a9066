import type { Db } from '../../platform/database/db.ts'
import type { SourceStorage } from '../../ports/source-storage/port.ts'
import { sourceStore } from './store.ts'

/** The code of apps as other parts of the product read it. */
export interface AppSource {
  /** Moves with every change; 0 when there was never a file. */
  revision(appId: string): Promise<number>
  /** By path, of a folder if one is named. What is changed in the meantime may come in either form; read the revision first to know what was seen. */
  files(appId: string, under?: string): AsyncIterable<AppSourceFile>
}

export interface AppSourceFile {
  path: string
  /** The same for the same bytes. */
  id: string
  size: number
  /** At most 1 MiB. */
  read(): Promise<Uint8Array>
}

const PAGE = 500

export function createAppSource({ db, sourceStorage }: { db: Db; sourceStorage: SourceStorage }): AppSource {
  const store = sourceStore(db)
  return {
    async revision(appId) {
      return (await store.find(appId))?.revision ?? 0
    },
    async *files(appId, under) {
      let after: string | undefined
      for (;;) {
        const rows = await store.list(appId, under, after, PAGE)
        for (const { path, size, blob_id } of rows) {
          yield { path, id: blob_id, size, read: () => sourceStorage.readBlob(appId, blob_id) }
        }
        if (rows.length < PAGE) return
        after = rows.at(-1)?.path
      }
    },
  }
}
