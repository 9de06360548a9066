import { lstat, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldersOf } from '../../../platform/files/file-paths.ts'
import type { BuiltFile } from '../built-apps.ts'
import { readTree } from './tree-files.ts'

/**
 * The files become those of the tree; what the code of an app cannot hold stays as it is. Returns false when one of them
 * was changed in the meantime.
 */
export async function writeTree(tree: string, files: readonly BuiltFile[]): Promise<boolean> {
  const wanted = new Set(files.map(({ path }) => path))
  const before = await readTree(tree)
  for (const { path } of before.files) if (!wanted.has(path)) await rm(join(tree, path))
  const folders = new Set<string>()
  for (const { path, read } of files) {
    const bytes = await read()
    if (bytes === null) return false
    for (const folder of foldersOf(path)) await makeFolder(tree, folder, folders)
    await writePlainly(join(tree, path), bytes)
  }
  return true
}

/** A link of the repository must not lead out of the tree, so it gives way. */
async function makeFolder(tree: string, folder: string, made: Set<string>): Promise<void> {
  if (made.has(folder)) return
  made.add(folder)
  const path = join(tree, folder)
  const found = await kindOf(path)
  if (found === 'folder') return
  if (found !== null) await rm(path)
  await mkdir(path)
}

async function writePlainly(path: string, bytes: Uint8Array): Promise<void> {
  const found = await kindOf(path)
  if (found === 'folder' || found === 'other') await rm(path, { recursive: true })
  // One that is there keeps its mode: scripts stay executable.
  await writeFile(path, bytes)
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | null> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found === null) return null
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
}
