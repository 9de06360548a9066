/** The bytes of files that an archive brings: they wait on disk until the whole archive was accepted. */
import { createHash, type Hash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchiveRow, ImportContext } from '../../platform/archive/collection.ts'
import type { Db } from '../../platform/database/db.ts'
import type { FileStorage } from '../../ports/file-storage/port.ts'
import { storageKey } from './store-file.ts'

interface Expected {
  id: string
  app_id: string
  key: string
  size: number
  content_type: string
}

interface Chunk {
  file_id: string
  place: number
  data: string
  sha256?: string | undefined
}

interface Arrival extends Expected {
  /** False when it was there before: its bytes are passed over. */
  isNew: boolean
  path: string
  hash: Hash
  places: number
  arrived: number
  isComplete: boolean
}

interface Import {
  folder: string
  files: Map<string, Arrival>
}

/** Much longer than an import takes. */
const LEFT_BEHIND_MS = 24 * 60 * 60 * 1000

/** What an import that was killed left there goes first. */
async function makeReady(spoolFolder: string, folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made === undefined) return
  for (const name of await readdir(spoolFolder)) {
    const path = join(spoolFolder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() })) // another import was faster
    if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await rm(path, { recursive: true, force: true })
  }
}

export function createArrivals(spoolFolder: string) {
  const imports = new WeakMap<Db, Import>()

  const importOf = (tx: Db): Import => {
    const known = imports.get(tx)
    if (known) return known
    const made = { folder: join(spoolFolder, `import-${randomUUID()}`), files: new Map() }
    imports.set(tx, made)
    return made
  }

  return {
    expect(tx: Db, file: Expected, isNew: boolean): void {
      const { folder, files } = importOf(tx)
      const path = join(folder, String(files.size))
      const { id, app_id, key, size, content_type } = file
      const counts = { places: 0, arrived: 0, isComplete: false }
      files.set(id, {
        id,
        app_id,
        key,
        size,
        content_type,
        isNew,
        path,
        hash: createHash('sha256'),
        ...counts,
      })
    },

    /** Writes the pieces down; returns how many are of new files. */
    async take(tx: Db, rows: readonly ArchiveRow<Chunk>[], { fail }: ImportContext): Promise<number> {
      const { folder, files } = importOf(tx)
      await makeReady(spoolFolder, folder)
      let taken = 0
      for (const { row, index } of rows) {
        const file = files.get(row.file_id)
        if (!file) return fail(index, 'file_id', `There is no file "${row.file_id}" in this archive`)
        if (file.isComplete || row.place !== file.places)
          fail(index, 'place', 'The pieces of a file come in their order, from 0 on')
        const bytes = Buffer.from(row.data, 'base64')
        file.places++
        file.arrived += bytes.length
        file.hash.update(bytes)
        if (file.arrived > file.size) fail(index, 'data', `The file has more than its ${file.size} bytes`)
        if (file.isNew) {
          await appendFile(file.path, bytes, { mode: 0o600 })
          taken++
        }
        if (row.sha256 === undefined) continue
        if (file.arrived !== file.size)
          fail(index, 'data', `The file has ${file.arrived} bytes and not ${file.size}`)
        if (file.hash.digest('hex') !== row.sha256)
          fail(index, 'sha256', 'The bytes are not those that went out')
        file.isComplete = true
      }
      return taken
    },

    async requireAll(tx: Db, { fail }: ImportContext): Promise<void> {
      const all = [...importOf(tx).files.values()]
      const index = all.findIndex(({ isComplete }) => !isComplete)
      if (index !== -1) fail(index, '', 'The bytes of this file are not in the archive')
    },

    /**
     * Puts them where they belong. Should the import fail after this, they lie there without a row, and the next one
     * writes the same bytes over them.
     */
    async putAll(tx: Db, fileStorage: FileStorage): Promise<{ id: string; size: number }[]> {
      const fresh = [...(imports.get(tx)?.files.values() ?? [])].filter(({ isNew }) => isNew)
      for (const file of fresh)
        await fileStorage.put(storageKey(file), createReadStream(file.path), file.content_type)
      return fresh
    },

    async end(tx: Db): Promise<void> {
      const known = imports.get(tx)
      imports.delete(tx)
      if (known) await rm(known.folder, { recursive: true, force: true })
    },
  }
}
