import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageUnavailable } from './port.ts'

/** Bytes that have arrived whole, in a file of their own. */
export interface Spooled {
  path: string
  size: number
  sha256: string
}

export type Spool = (bytes: AsyncIterable<Uint8Array>) => Promise<Spooled>

/** A folder in which files wait until they have arrived. What a process that was killed left there goes first. */
export function createSpool(folder: string): Spool {
  let ready: Promise<void> | null = null
  return async (bytes) => {
    ready ??= onDisk(() => makeReady(folder))
    await ready.catch((error) => {
      ready = null
      throw error
    })
    return write(join(folder, randomUUID()), bytes)
  }
}

/** Much longer than a file can take to arrive; other nodes may be using the folder too. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000

async function makeReady(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() })) // another node was faster
    if (Date.now() - mtimeMs > LONGEST_WAIT_MS) await rm(path, { force: true })
  }
}

/** Writes the bytes down as they come; a file that did not arrive whole is removed. */
async function write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<Spooled> {
  const file = await onDisk(() => open(path, 'wx', 0o600))
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      size += chunk.length
      await onDisk(() => file.writeFile(chunk))
    }
    await onDisk(() => file.datasync())
    await file.close()
    return { path, size, sha256: hash.digest('hex') }
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}

/** A disk that is full or cannot be written is a failure of the storage, not of the sender. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new StorageUnavailable(`The files cannot be written (${(cause as Error).message}).`, { cause })
  }
}
