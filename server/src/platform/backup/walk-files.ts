/** The files of folders that change while they are read. */
import { createReadStream } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathFault, readFault } from './left-out.ts'
import type { TarFile } from './tar.ts'

export interface FoundFile {
  /** Below the folder that is walked, with `/` between names. */
  path: string
  /** Null for a folder. */
  size: number | null
  /** Differs when the file was written again. */
  version: string
}

/** Is told of a path that cannot be read; without one such a path is a failure. */
export type OnUnreadable = (path: string, reason: string) => void

/** Files come before the folders next to them, and `objects` last: git writes objects before what names them. */
export async function* walkFiles(
  root: string,
  skips: (path: string) => boolean = () => false,
  onUnreadable: OnUnreadable | null = null,
): AsyncGenerator<FoundFile> {
  yield* walk('')

  /** Null also for what cannot be read. */
  function unlessUnreadable(path: string) {
    return (error: unknown) => {
      if (onUnreadable === null || isMissing(error)) return unlessMissing(error)
      onUnreadable(path, readFault(error))
      return null
    }
  }

  function isHeld(path: string): boolean {
    const fault = onUnreadable === null ? null : pathFault(path)
    if (fault !== null) onUnreadable?.(path, fault)
    return fault === null
  }

  async function* walk(below: string): AsyncGenerator<FoundFile> {
    const entries = await readdir(join(root, below), { withFileTypes: true }).catch(unlessUnreadable(below))
    const named = (entries ?? []).map((entry) => ({
      entry,
      path: below ? `${below}/${entry.name}` : entry.name,
    }))
    const wanted = named.filter(({ path }) => !skips(path) && isHeld(path))
    for (const { entry, path } of wanted) {
      if (!entry.isFile()) continue // neither are symbolic links followed, nor devices read
      const found = await lstat(join(root, path), { bigint: true }).catch(unlessUnreadable(path))
      if (found === null) continue
      const version = `${found.ino} ${found.size} ${found.mtimeNs}`
      yield { path, size: Number(found.size), version }
    }
    const folders = wanted.filter(({ entry }) => entry.isDirectory()).sort(objectsLast)
    for (const { path } of folders) {
      yield { path, size: null, version: '' }
      yield* walk(path)
    }
  }
}

/**
 * Null when it is gone or cannot be read. It has the size that it had when it was opened: what is cut off since, or cannot
 * be read, is filled with zeros.
 */
export async function openFound(
  root: string,
  path: string,
  name: string,
  onUnreadable: OnUnreadable | null = null,
): Promise<TarFile | null> {
  const report = (error: unknown) => {
    if (onUnreadable === null) throw error
    onUnreadable(path, readFault(error))
    return null
  }
  const file = await open(join(root, path), 'r').catch((error) => (isMissing(error) ? null : report(error)))
  if (file === null) return null
  const { size } = await file.stat()
  /** Ends where reading fails; a failure of whoever takes the bytes passes through. */
  async function* readable(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const chunks = stream[Symbol.asyncIterator]()
    for (;;) {
      const next = await chunks.next().catch(report)
      if (next === null || next.done) return
      yield next.value
    }
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let read = 0
    const opened = file as NonNullable<typeof file>
    try {
      if (size > 0) {
        const stream = opened.createReadStream({ end: size - 1, highWaterMark: CHUNK, autoClose: false })
        for await (const chunk of readable(stream)) {
          read += chunk.length
          yield chunk
        }
      }
      for (; read < size; read += Math.min(CHUNK, size - read))
        yield Buffer.alloc(Math.min(CHUNK, size - read))
    } finally {
      await opened.close()
    }
  }
  return { path: name, size, bytes: bytes() }
}

/** A file that is not written while it is read. */
export function fileBytes(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: CHUNK })
}

const CHUNK = 256 * 1024

function objectsLast(a: { entry: { name: string } }, b: { entry: { name: string } }): number {
  return Number(a.entry.name === 'objects') - Number(b.entry.name === 'objects')
}

export function unlessMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
