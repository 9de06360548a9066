/** A stream in files of bounded size, each with its length and SHA-256. */
import { createHash } from 'node:crypto'
import { BackupFault } from './backup-fault.ts'

export interface Volume {
  name: string
  size: number
  sha256: string
}

/** Names them data-00001 and so on. */
export async function writeVolumes(
  source: AsyncIterable<Uint8Array>,
  write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  mostBytes = VOLUME_BYTES,
): Promise<Volume[]> {
  const chunks = source[Symbol.asyncIterator]()
  const volumes: Volume[] = []
  let held: Uint8Array | null = null
  let isAtEnd = false
  while (!isAtEnd) {
    const name = `data-${String(volumes.length + 1).padStart(5, '0')}`
    const hash = createHash('sha256')
    let size = 0
    async function* next() {
      while (size < mostBytes) {
        const chunk = held ?? (await nextOf(chunks))
        held = null
        if (chunk === null) {
          isAtEnd = true
          return
        }
        const fitting = chunk.subarray(0, mostBytes - size)
        held = fitting.length < chunk.length ? chunk.subarray(fitting.length) : null
        hash.update(fitting)
        size += fitting.length
        yield fitting
      }
    }
    try {
      await write(name, next())
    } catch (error) {
      await chunks.return?.()
      throw error
    }
    volumes.push({ name, size, sha256: hash.digest('hex') })
  }
  return volumes
}

/** The same stream again; throws when a file is not what was written. */
export async function* readVolumes(
  volumes: readonly Volume[],
  read: (name: string) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (const volume of volumes) yield* checked(volume, read(volume.name))
}

export async function* checked(
  { name, size, sha256 }: Volume,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let found = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    found += chunk.length
    if (found > size) break
    yield chunk
  }
  if (found !== size || hash.digest('hex') !== sha256) {
    throw new BackupFault(`The backup is damaged: ${name} is not what its manifest says.`)
  }
}

const VOLUME_BYTES = 256 * 1024 * 1024

async function nextOf(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  const { done, value } = await chunks.next()
  return done === true ? null : value
}
