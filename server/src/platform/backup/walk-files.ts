/** The files of folders that change while they are read. */
import { createReadStream } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TarFile } from './tar.ts'

export interface FoundFile {
  /** Below the folder that is walked, with `/` between names. */
  path: string
  /** Null for a folder. */
  size: number | null
  /** Differs when the file was written again. */
  version: string
}

/** Files come before the folders next to them, and `objects` last: git writes objects before what names them. */
export async function* walkFiles(
  root: string,
  skips: (path: string) => boolean = () => false,
): AsyncGenerator<FoundFile> {
  yield* walk('')

  async function* walk(below: string): AsyncGenerator<FoundFile> {
    const entries = await readdir(join(root, below), { withFileTypes: true }).catch(unlessMissing)
    const named = (entries ?? []).map((entry) => ({
      entry,
      path: below ? `${below}/${entry.name}` : entry.name,
    }))
    const wanted = named.filter(({ path }) => !skips(path))
    for (const { entry, path } of wanted) {
      if (!entry.isFile()) continue // neither are symbolic links followed, nor devices read
      const found = await lstat(join(root, path), { bigint: true }).catch(unlessMissing)
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

/** Null when it is gone. It has the size that it had when it was opened: what is cut off since is filled with zeros. */
export async function openFound(root: string, path: string, name: string): Promise<TarFile | null> {
  const file = await open(join(root, path), 'r').catch(unlessMissing)
  if (file === null) return null
  const { size } = await file.stat()
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let read = 0
    const opened = file as NonNullable<typeof file>
    try {
      if (size > 0) {
        const stream = opened.createReadStream({ end: size - 1, highWaterMark: CHUNK, autoClose: false })
        for await (const chunk of stream) {
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
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return null
  throw error
}
