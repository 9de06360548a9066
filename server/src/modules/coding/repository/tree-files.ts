/** The files of a work tree, and which of them the code of an app can hold. */
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_SOURCE_FILE_BYTES, MAX_SOURCE_PATH_BYTES, MAX_SOURCE_PATH_DEPTH } from '@atrium/contract/source'
import { textOf } from '../../../platform/files/file-content.ts'
import { pathProblem, takenPaths } from '../../../platform/files/file-paths.ts'

export interface FoundFile {
  path: string
  size: number
}

export interface Skipped {
  path: string
  reason: 'too_large' | 'not_a_file' | 'bad_name'
}

export interface TreeFiles {
  /** By path. */
  files: FoundFile[]
  skipped: Skipped[]
}

const PATH_LIMITS = { bytes: MAX_SOURCE_PATH_BYTES, depth: MAX_SOURCE_PATH_DEPTH }

export async function readTree(tree: string): Promise<TreeFiles> {
  const found: FoundFile[] = []
  const skipped: Skipped[] = []
  for await (const { path, kind } of walk(tree, Buffer.alloc(0))) {
    const text = textOf(path)
    if (text === null || pathProblem(text, PATH_LIMITS) !== null)
      skipped.push({ path: path.toString(), reason: 'bad_name' })
    else if (kind !== 'file') skipped.push({ path: text, reason: 'not_a_file' })
    else {
      const { size } = await lstat(join(tree, text))
      if (size > MAX_SOURCE_FILE_BYTES) skipped.push({ path: text, reason: 'too_large' })
      else found.push({ path: text, size })
    }
  }
  found.sort((a, b) => (a.path < b.path ? -1 : 1))
  const taken = takenPaths(
    [],
    found.map(({ path }) => path),
  )
  const out = new Set(taken.map(({ path }) => path))
  for (const path of out) skipped.push({ path, reason: 'bad_name' })
  return { files: found.filter(({ path }) => !out.has(path)), skipped }
}

interface Entry {
  path: Buffer
  kind: 'file' | 'other'
}

/** Links are not followed. Names are bytes: git takes any. */
async function* walk(tree: string, below: Buffer): AsyncGenerator<Entry> {
  const folder = Buffer.concat([Buffer.from(`${tree}/`), below])
  for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
    const path = below.length === 0 ? entry.name : Buffer.concat([below, SLASH, entry.name])
    if (entry.isDirectory()) yield* walk(tree, path)
    else yield { path, kind: entry.isFile() ? 'file' : 'other' }
  }
}

const SLASH = Buffer.from('/')
