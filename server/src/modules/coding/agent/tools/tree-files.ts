/** Files of a work tree that nobody vouches for: no link is followed (G589), and nothing but plain files is opened. */
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { foldersOf } from '../../../../platform/files/file-paths.ts'

/** A mistake of the coder, in words for it. */
export class TreeProblem extends Error {
  override readonly name = 'TreeProblem'
}

export type EntryKind = 'file' | 'folder' | 'link' | 'other'

/** What lies at a path, without following links; null when there is nothing. Throws `TreeProblem` for a way through a link or a file. */
export async function findEntry(tree: string, path: string): Promise<EntryKind | null> {
  for (const folder of foldersOf(path)) {
    const kind = await kindOf(tree, folder)
    if (kind === null) return null
    if (kind === 'link') throw new TreeProblem(`${folder} is a symbolic link, which is not followed.`)
    if (kind !== 'folder') throw new TreeProblem(`${folder} is not a folder.`)
  }
  return kindOf(tree, path)
}

/** The bytes of a plain file. Throws `TreeProblem`. */
export async function readTreeFile(tree: string, path: string, maxBytes: number): Promise<Buffer> {
  requireFile(path, await findEntry(tree, path))
  return withFile(join(tree, path), constants.O_RDONLY, async (file) => {
    const { size } = await file.stat()
    if (size > maxBytes)
      throw new TreeProblem(`${path} has ${size} bytes, more than can be read; use search.`)
    return file.readFile()
  })
}

/** Makes a file with its folders, or replaces what is in it; it stays executable if it was. Throws `TreeProblem`. */
export async function writeTreeFile(tree: string, path: string, content: string | Uint8Array) {
  const kind = await findEntry(tree, path)
  if (kind !== null) requireFile(path, kind)
  await makeFoldersOf(tree, path)
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants
  await withFile(join(tree, path), O_WRONLY | O_CREAT | O_TRUNC, (file) => file.writeFile(content))
  return { isNew: kind === null }
}

export async function makeFoldersOf(tree: string, path: string): Promise<void> {
  const folder = foldersOf(path).at(-1)
  // Only after `findEntry`: no part of it is a link.
  if (folder !== undefined) await mkdir(join(tree, folder), { recursive: true })
}

function requireFile(path: string, kind: EntryKind | null): void {
  if (kind === 'file') return
  const problems = {
    folder: 'is a folder.',
    link: 'is a symbolic link, which is not followed.',
    other: 'is not a plain file.',
  }
  throw new TreeProblem(`${path} ${kind === null ? 'does not exist.' : problems[kind]}`)
}

async function kindOf(tree: string, path: string): Promise<EntryKind | null> {
  const found = await lstat(join(tree, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    if (error.code === 'ENAMETOOLONG') throw new TreeProblem('The path is too long.')
    throw error
  })
  if (found === null) return null
  if (found.isSymbolicLink()) return 'link'
  if (found.isDirectory()) return 'folder'
  return found.isFile() ? 'file' : 'other'
}

/** Again without following a link and without waiting for a pipe, in case it was exchanged since it was looked at. */
async function withFile<T>(name: string, flags: number, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(name, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!(await file.stat()).isFile()) throw new TreeProblem('It is not a plain file.')
    return await work(file)
  } finally {
    await file.close()
  }
}
