/**
 * Folders that git leaves where a ref was refused or deleted. Without a bound on them a push could fill the disk. git makes
 * a folder again that goes while it needs it, so they are removed at any time.
 */
import { readdir, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Removes the folders of these refs as far as they are empty. */
export async function removeFoldersOf(dir: string, refs: readonly string[]): Promise<void> {
  const folders = new Set(refs.filter((ref) => NAMED.test(ref)).map((ref) => dirname(ref)))
  for (const folder of folders) {
    let path = folder
    while (!TOPS.includes(path) && (await isRemoved(join(dir, path)))) path = dirname(path)
  }
}

/** Removes all empty folders below `refs/heads` and `refs/tags`. */
export async function removeEmptyFolders(dir: string): Promise<void> {
  for (const top of TOPS) {
    const entries = await readdir(join(dir, top), { withFileTypes: true, recursive: true }).catch(() => [])
    const folders = entries.filter((one) => one.isDirectory()).map((one) => join(one.parentPath, one.name))
    // Those inside come before those around them.
    for (const path of folders.sort((a, b) => b.length - a.length)) await isRemoved(path)
  }
}

const TOPS = ['refs/heads', 'refs/tags']
const NAMED = /^refs\/(heads|tags)\/./

function isRemoved(path: string): Promise<boolean> {
  return rmdir(path).then(
    () => true,
    () => false, // it holds something, or is gone
  )
}
