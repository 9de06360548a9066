/** The upkeep of a repository that is read and pushed to at the same time, maybe by several nodes. */
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../../platform/files/remove-folder.ts'
import { removeEmptyFolders } from './empty-ref-folders.ts'
import { runGit } from './run-git.ts'

const MOST_LOOSE = 500
const MOST_PACKS = 20
/** No call of git lasts as long. */
const LEFT_OVER_MS = 60 * 60_000
const REPACK_MS = 15 * 60_000

/**
 * Puts loose objects and small packs together, where there are many. Nothing is dropped, reachable or not: a pull request
 * shows commits whose branch is gone, and who reads at the same time finds every object in its old or its new place.
 */
export async function tidy(dir: string, signal: AbortSignal): Promise<void> {
  for (const path of await listLeftovers(dir)) await removeFolder(path)
  await removeEmptyFolders(dir)
  if (!(await isUntidy(join(dir, 'objects')))) return
  await runGit({
    dir,
    args: ['repack', '-d', '-l', '-n', '-q', '--geometric=2'],
    timeoutMs: REPACK_MS,
    signal,
  })
}

async function isUntidy(objects: string): Promise<boolean> {
  const packs = (await namesIn(join(objects, 'pack'))).filter((name) => name.endsWith('.pack'))
  if (packs.length > MOST_PACKS) return true
  let loose = 0
  for (const name of await namesIn(objects)) {
    if (/^[0-9a-f]{2}$/.test(name)) loose += (await namesIn(join(objects, name))).length
    if (loose > MOST_LOOSE) return true
  }
  return false
}

/** What a git left that was ended by force: received objects, and locks that would shut a branch for ever. */
async function listLeftovers(dir: string): Promise<string[]> {
  const objects = join(dir, 'objects')
  const found = [
    ...(await pathsIn(dir, /\.lock$/)),
    ...(await locksBelow(join(dir, 'refs'))),
    ...(await pathsIn(objects, /^tmp_objdir-|^incoming-/)),
    ...(await pathsIn(join(objects, 'pack'), /^\.?tmp[-_]/)),
  ]
  for (const name of await namesIn(objects))
    if (/^[0-9a-f]{2}$/.test(name)) found.push(...(await pathsIn(join(objects, name), /^tmp_obj_/)))
  const old: string[] = []
  for (const path of found) if (await isOld(path)) old.push(path)
  return old
}

/** No branch has a name that ends so. */
async function locksBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.lock'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** By the clock of the machine, as the file system writes it. */
async function isOld(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null) // its git may have removed it just now
  return found !== null && Date.now() - found.mtimeMs > LEFT_OVER_MS
}

async function pathsIn(folder: string, pattern: RegExp): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => pattern.test(name)).map((name) => join(folder, name))
}

/** None where the folder is not there: git removes those that become empty. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
