/** Objects of a repository, each in a file of its own: written whole or not at all, and on disk before they count. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { decodeObject, encodeObject, type ObjectType } from './object-form.ts'
import { isObjectId, ObjectMissing, SourceUnavailable } from './port.ts'

// Both run next to the event loop.
const compress = promisify(deflate)
const decompress = promisify(inflate)

/** More than any file or folder that was written here; what claims to be larger is not read. */
const LARGEST_OBJECT = 32 * 1024 * 1024

export interface LooseObjects {
  write(type: ObjectType, body: Uint8Array): Promise<string>
  read(id: string, type: ObjectType): Promise<Buffer>
  /** On disk; 0 when it is not there. */
  sizeOf(id: string): Promise<number>
  /** Those that were written, or asked to be written, before this moment. */
  olderThan(moment: number): AsyncIterable<{ id: string; size: number }>
  delete(name: string): Promise<void>
}

export function looseObjects(folder: string): LooseObjects {
  const pathOf = (id: string) => {
    if (!isObjectId(id)) throw new ObjectMissing(`${id} is not the id of an object`)
    return join(folder, id.slice(0, 2), id.slice(2))
  }

  async function* olderThan(moment: number): AsyncGenerator<{ id: string; size: number }> {
    for (const start of await readdir(folder)) {
      if (!/^[0-9a-f]{2}$/.test(start)) continue
      for (const rest of await readdir(join(folder, start))) {
        const found = await stat(join(folder, start, rest)).catch(unlessMissing)
        if (found && found.mtimeMs < moment) yield { id: `${start}${rest}`, size: found.size }
      }
    }
  }

  return {
    olderThan,
    async write(type, body) {
      const { id, bytes } = encodeObject(type, body)
      const path = pathOf(id)
      // Counts as new from now on, so that no sweep takes it for left over.
      const isThere = await utimes(path, new Date(), new Date()).then(() => true, unlessMissing)
      if (!isThere) await writeWhole(path, await compress(bytes), 0o400)
      return id
    },
    async read(id, type) {
      const bytes = await readFile(pathOf(id)).catch(unlessMissing)
      if (!bytes) throw new ObjectMissing(`There is no ${type} ${id}`)
      const object = decodeObject(await decompress(bytes, { maxOutputLength: LARGEST_OBJECT }))
      if (object.type !== type) throw new ObjectMissing(`${id} is no ${type}`)
      return object.body
    },
    async sizeOf(id) {
      return (await stat(pathOf(id)).catch(unlessMissing))?.size ?? 0
    },
    // Also drafts that a killed process left, which have no id.
    delete: (name) => rm(join(folder, name.slice(0, 2), name.slice(2)), { force: true }),
  }
}

/** Appears under its name when all of it is on disk; replaces what was there. */
export async function writeWhole(path: string, bytes: Uint8Array | string, mode = 0o600): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = join(dirname(path), `tmp_${randomUUID()}`)
  try {
    const file = await open(draft, 'wx', mode)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** A name is on disk when its folder is; not every system lets a folder be synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null)
  await folder?.sync().catch(() => {})
  await folder?.close()
}

export function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/** Whatever the disk has to say is a failure of the storage; what is ours to tell apart stays as it is. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const isOurs = cause instanceof Error && /^(ObjectMissing|PathBlocked)$/.test(cause.name)
    if (isOurs) throw cause
    throw new SourceUnavailable(`The repository cannot be used (${(cause as Error).message}).`, { cause })
  }
}
