/** Files of a commit on disk. */
import { mkdir } from 'node:fs/promises'
import { listFolder, pathIn } from '../../platform/files/folder-bytes.ts'
import { openFolders, removeFolder } from '../../platform/files/remove-folder.ts'
import { treeOf } from './commits.ts'
import { GitFailed } from './port.ts'
import { runGit } from './run-git.ts'
import type { WorkFolder } from './work-folder.ts'

/** Small bytes in a pack may stand for many on disk. */
const UNPACKED = 8
const LEAST_TREE_BYTES = 16 * 1024 * 1024
const MAX_DEPTH = 128

export async function checkOut({ dir, tree, limits }: WorkFolder, commit: string): Promise<void> {
  const wanted = await treeOf(dir, commit)
  await requireFitting(dir, wanted, limits.maxFiles, Math.max(LEAST_TREE_BYTES, limits.maxBytes * UNPACKED))
  await empty(tree)
  await runGit({ dir, tree, args: ['read-tree', '--reset', wanted] })
  await runGit({ dir, tree, args: ['checkout-index', '--all', '--force', '--quiet', '--index'] })
}

/** The folder itself stays: somebody may look at it. */
export async function empty(tree: string): Promise<void> {
  await mkdir(tree, { recursive: true })
  const root = Buffer.from(tree)
  await openFolders(root)
  for (const { name } of await listFolder(root)) await removeFolder(pathIn(root, name))
}

/** Before anything is written: a few bytes can name a million files, or one that fills the disk. */
async function requireFitting(dir: string, tree: string, maxFiles: number, maxBytes: number): Promise<void> {
  let files = 0
  let bytes = 0
  let depth = 0
  let rest = ''
  await runGit({
    dir,
    args: ['ls-tree', '-r', '-z', '--format=%(objectsize) %(path)', tree],
    take(chunk) {
      const entries = (rest + chunk.toString('latin1')).split('\0')
      rest = entries.pop() ?? ''
      for (const entry of entries) {
        files++
        bytes += Number.parseInt(entry, 10) || 0
        depth = Math.max(depth, entry.split('/').length)
      }
      return files <= maxFiles && bytes <= maxBytes && depth <= MAX_DEPTH
    },
  })
  if (files > maxFiles) throw new GitFailed('too_large', `The repository has more than ${maxFiles} files.`)
  if (bytes > maxBytes) throw new GitFailed('too_large', 'The files of the repository are too large.')
  if (depth > MAX_DEPTH)
    throw new GitFailed('too_large', `The repository has folders more than ${MAX_DEPTH} deep.`)
}
