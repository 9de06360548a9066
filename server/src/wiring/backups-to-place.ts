/** Where backups go: a folder, or an S3-compatible server by the same code as the files of apps. */
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BackupFault } from '../platform/backup/backup-fault.ts'
import { folderPlace } from '../platform/backup/folder-place.ts'
import { BACKUP_ID, type BackupPlace, NotInPlace, requireName } from '../platform/backup/place.ts'
import { FileMissing, type FileStorage } from '../ports/file-storage/port.ts'
import { s3Storage } from '../ports/file-storage/s3.ts'
import type { BackupConfig } from '../settings/backups.ts'

export interface PlaceOptions {
  place: NonNullable<BackupConfig['place']>
  dataDir: string
  caFile: string | null
}

export function createPlace({ place, dataDir, caFile }: PlaceOptions): BackupPlace {
  if ('folder' in place) return folderPlace(place.folder)
  return storagePlace(s3Storage({ ...place.s3, spoolFolder: join(dataDir, 'backup-spool'), caFile }))
}

/** The index names the whole ones; a backup that it does not name is not one. */
interface Index {
  whole: string[]
  /** Begun and not complete yet: what is left of it goes before the next one begins. */
  begun: string | null
}

export function storagePlace(storage: FileStorage): BackupPlace {
  const keyOf = (id: string, name: string) => {
    if (!BACKUP_ID.test(id)) throw new NotInPlace(id)
    requireName(name)
    return `backups/${id}/${name.replace('.', '-')}`
  }
  const logKey = (line: string, name: string) => {
    requireName(line)
    requireName(name)
    return `wal/${line}/${name.replace('.', '-')}`
  }
  const put = async (key: string, bytes: AsyncIterable<Uint8Array>) => {
    await storage.put(key, bytes, 'application/octet-stream')
  }
  const read = async function* (key: string): AsyncGenerator<Uint8Array> {
    try {
      yield* storage.read(key)
    } catch (error) {
      throw error instanceof FileMissing ? new NotInPlace(key) : error
    }
  }
  const readIndex = async (): Promise<Index> => {
    try {
      return JSON.parse(await text(read(INDEX)))
    } catch (error) {
      if (error instanceof NotInPlace) return { whole: [], begun: null }
      if (error instanceof SyntaxError) throw new BackupFault('The index of the backups is damaged.')
      throw error
    }
  }
  const writeIndex = (index: Index) => put(INDEX, once(JSON.stringify(index)))
  const removeFiles = async (id: string) => {
    for (const name of ['manifest.json', 'contents', 'verification.json'])
      await storage.delete(keyOf(id, name))
    for (let number = 1; ; number++) {
      const key = keyOf(id, `data-${String(number).padStart(5, '0')}`)
      if ((await storage.size(key)) === null) return
      await storage.delete(key)
    }
  }
  return {
    list: async () => (await readIndex()).whole.toSorted(),
    async begin(id) {
      const { whole, begun } = await readIndex()
      if (begun !== null) await removeFiles(begun)
      await writeIndex({ whole, begun: id })
      return {
        write: (name, bytes) => put(keyOf(id, name), bytes),
        complete: async () => writeIndex({ whole: [...(await readIndex()).whole, id], begun: null }),
        async abandon() {
          await removeFiles(id)
          await writeIndex({ ...(await readIndex()), begun: null })
        },
      }
    },
    read: (id, name) => read(keyOf(id, name)),
    write: (id, name, bytes) => put(keyOf(id, name), bytes),
    async remove(id) {
      const { whole, begun } = await readIndex()
      await writeIndex({ whole: whole.filter((one) => one !== id), begun })
      await removeFiles(id)
    },
    log: {
      write: (line, name, bytes) => put(logKey(line, name), bytes),
      read: (line, name) => read(logKey(line, name)),
      remove: (line, name) => storage.delete(logKey(line, name)),
    },
    close: () => storage.close(),
  }
}

const INDEX = 'backups/index'

async function* once(written: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(written)
}
