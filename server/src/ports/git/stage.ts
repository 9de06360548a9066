/** The files of a work copy as a tree of git. No command of git is used that would look into a repository in a folder. */
import { chmod, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolders, removeFolder } from '../../platform/files/remove-folder.ts'
import { GitFailed } from './port.ts'
import { askGit, runGit } from './run-git.ts'
import type { WorkFolder } from './work-folder.ts'

/** Others take no larger ones either. */
const MAX_FILE_BYTES = 100 * 1024 * 1024

const USUAL_EXCLUSIONS = ['--exclude-standard']

/** The tree of all files as they are now; new ones that are ignored are not part of it, unless nothing is excluded. */
export async function stageAll(work: WorkFolder, exclusions = USUAL_EXCLUSIONS): Promise<string> {
  const { dir, tree } = work
  // A command may have shut them; git would take what is in there for gone.
  await openFolders(tree)
  const others = await listNew(work, exclusions)
  const compared = await runGit({
    dir,
    tree,
    args: ['diff-files', '-z', '--name-status', '--ignore-submodules=all', '--no-ext-diff'],
  })
  const { changed, gone } = parseStatuses(splitNames(compared.output))
  // First: a folder may have become a link, and git adds nothing behind one.
  if (gone.length > 0) await updateIndex(dir, tree, ['--force-remove'], gone)
  await addPaths(work, [...changed, ...others])
  return askGit({ dir, tree, args: ['write-tree'] })
}

/** A letter, then the name that it is about. */
function parseStatuses(words: readonly Buffer[]): { changed: Buffer[]; gone: Buffer[] } {
  const [changed, gone]: [Buffer[], Buffer[]] = [[], []]
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [status = Buffer.alloc(0), name = Buffer.alloc(0)] = words.slice(at, at + 2)
    const list = status.toString() === 'D' ? gone : changed
    list.push(name)
  }
  return { changed, gone }
}

/** Files that are neither tracked nor excluded. A repository in a folder is none to git: its files count as files. G526 */
async function listNew(work: WorkFolder, exclusions: readonly string[]): Promise<Buffer[]> {
  const { dir, tree, limits } = work
  for (let turn = 0; turn < MAX_INNER; turn++) {
    let count = 0
    const chunks: Buffer[] = []
    const { wasStopped } = await runGit({
      dir,
      tree,
      args: ['ls-files', '-z', '--others', ...exclusions],
      take(chunk) {
        chunks.push(chunk)
        for (const byte of chunk) if (byte === 0) count++
        return count <= limits.maxFiles
      },
    })
    if (wasStopped) throw new GitFailed('too_large', `There are more than ${limits.maxFiles} new files.`)
    const paths = splitNames(Buffer.concat(chunks))
    const inner = paths.filter((path) => path.at(-1) === SLASH)
    if (inner.length === 0) return paths
    for (const path of inner) await removeFolder(inTree(tree, path, '.git'))
  }
  throw new GitFailed('too_large', 'There are repositories within repositories.')
}

const MAX_INNER = 20
const SLASH = 47

/** Also those that are ignored. */
export async function addPaths({ dir, tree, limits }: WorkFolder, paths: readonly Buffer[]): Promise<void> {
  const added: Buffer[] = []
  const removed: Buffer[] = []
  let bytes = 0
  for (const path of paths) {
    const found = await lstat(inTree(tree, path)).catch(() => null)
    // What is neither file nor link has no place in a commit; the path goes, as if nothing were there.
    const isOdd = found !== null && !found.isFile() && !found.isSymbolicLink() && !found.isDirectory()
    if (isOdd) removed.push(path)
    else added.push(path)
    if (found?.isFile() && found.size > MAX_FILE_BYTES) {
      throw new GitFailed('too_large', `A file has more than ${MAX_FILE_BYTES} bytes.`)
    }
    bytes += found?.isFile() ? found.size : 0
    if (found?.isFile() && (found.mode & READABLE) === 0)
      await chmod(inTree(tree, path), found.mode | READABLE)
  }
  if (bytes > limits.maxBytes) throw new GitFailed('too_large', 'The files that changed are too large.')
  if (removed.length > 0) await updateIndex(dir, tree, ['--force-remove'], removed)
  if (added.length > 0) await updateIndex(dir, tree, ['--add', '--remove', '--replace'], added)
}

async function updateIndex(
  dir: string,
  tree: string,
  how: string[],
  paths: readonly Buffer[],
): Promise<void> {
  const input = Buffer.concat(paths.flatMap((path) => [path, ZERO]))
  await runGit({ dir, tree, args: ['update-index', ...how, '-z', '--stdin'], input })
}

/** To its owner. */
const READABLE = 0o400
const ZERO = Buffer.from([0])

function inTree(tree: string, path: Buffer, below = ''): Buffer {
  return Buffer.concat([Buffer.from(join(tree, '/')), path, Buffer.from(below)])
}

/** Names are bytes: not all are text. */
export function splitNames(output: Buffer): Buffer[] {
  const names: Buffer[] = []
  let from = 0
  for (let at = output.indexOf(0); at >= 0; at = output.indexOf(0, from)) {
    names.push(output.subarray(from, at))
    from = at + 1
  }
  return names
}
