import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ByteRange, FileMissing, type FileStorage, requireKey } from './port.ts'
import { createSpool, onDisk } from './spool.ts'

/** The default: files in a folder, which several nodes must share. */
export function localStorage({ folder }: { folder: string }): FileStorage {
  const spool = createSpool(join(folder, '.incoming'))
  const pathOf = (key: string) => {
    requireKey(key)
    return join(folder, key)
  }

  async function* read(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    try {
      yield* createReadStream(pathOf(key), range ?? {})
    } catch (error) {
      throw isMissing(error) ? new FileMissing(key) : error
    }
  }

  return {
    read,
    async put(key, bytes) {
      const path = pathOf(key)
      const { path: arrived, size } = await spool(bytes)
      try {
        await onDisk(async () => {
          await mkdir(dirname(path), { recursive: true, mode: 0o700 })
          await rename(arrived, path)
        })
        return { size }
      } catch (error) {
        await rm(arrived, { force: true })
        throw error
      }
    },
    async size(key) {
      try {
        return (await stat(pathOf(key))).size
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    delete: (key) => onDisk(() => rm(pathOf(key), { force: true })),
    async close() {},
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
