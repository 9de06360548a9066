/** Work copies: of a remote, of files that lie elsewhere, and of what was left in a folder. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { removeFolder } from '../../platform/files/remove-folder.ts'
import { checkOut } from './check-out.ts'
import { commitOf, writeCommit } from './commits.ts'
import { copyRefs } from './copy-refs.ts'
import { type CloneOptions, GitFailed, type Remote, type TreeFile, type WorkCopy } from './port.ts'
import { isCommitId, refsFor } from './ref-names.ts'
import { type RunRemote, readRefs } from './remote.ts'
import { exists, initialize } from './repository.ts'
import { askGit } from './run-git.ts'
import { addPaths } from './stage.ts'
import { setHead, WORK_BRANCH, workCopy } from './work-copy.ts'
import { readNote, type WorkFolder, workFolder, writeNote } from './work-folder.ts'

/** Of files that lie elsewhere, and have their own limits there. */
const OWN_LIMITS = { maxBytes: 1024 * 1024 * 1024, maxFiles: 100_000 }

export async function clone(
  run: RunRemote,
  remote: Remote,
  folder: string,
  { ref, maxBytes, maxFiles, signal }: CloneOptions,
): Promise<WorkCopy> {
  const work = workFolder(folder, { maxBytes, maxFiles })
  return making(work, run, async () => {
    if (ref === null) return
    const found = await findRemoteRef(run, remote, ref, signal)
    if (found === null) throw noSuchRef()
    const local = 'refs/fetched/start'
    await copyRefs(run, remote, work.dir, { maxBytes, signal, depth: 1, refspecs: [`+${found}:${local}`] })
    // A tag may name something else.
    const commit = await commitOf(work.dir, local)
    if (commit === null) throw noSuchRef()
    await checkOut(work, commit)
    await setHead(work.dir, commit)
  })
}

function noSuchRef(): GitFailed {
  return new GitFailed('ref_not_found', 'The repository has no branch, tag or commit of that name.')
}

/** The full name, or the id of a commit. */
async function findRemoteRef(
  run: RunRemote,
  remote: Remote,
  ref: string,
  signal: AbortSignal,
): Promise<string | null> {
  const names = refsFor(ref)
  if (names.length > 0) {
    const args = ['ls-remote', '--quiet', 'origin', ...names]
    const { output } = await run(remote, { dir: null, args, maxBytes: 0, signal })
    const { refs } = readRefs(output.toString())
    const found = names.find((name) => refs.has(name))
    if (found !== undefined) return found
  }
  return isCommitId(ref) ? ref : null
}

export async function createWorkCopy(
  run: RunRemote,
  folder: string,
  files: AsyncIterable<TreeFile>,
): Promise<WorkCopy> {
  const work = workFolder(folder, OWN_LIMITS)
  return making(work, run, async () => {
    const paths: Buffer[] = []
    for await (const { path, bytes } of files) {
      requireOwnPath(path)
      const file = join(work.tree, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, bytes, { flag: 'wx' })
      paths.push(Buffer.from(path))
    }
    await addPaths(work, paths)
    const { dir, tree } = work
    const made = await askGit({ dir, tree, args: ['write-tree'] })
    await setHead(dir, await writeCommit(dir, { ...FIRST, tree: made, parents: [] }))
  })
}

/** The same for the same files, whenever it is made. */
const FIRST = { message: 'Start', author: { name: 'Atrium', email: 'atrium@localhost' }, at: new Date(0) }

/** Links are never among the files: a path that stays below the tree by its names stays there. */
export function requireOwnPath(path: string): void {
  const names = path.split('/')
  const isOdd = (name: string) => ['', '.', '..'].includes(name) || name.includes('\\') || name.includes('\0')
  if (names.some((name) => isOdd(name) || /^\.git$/i.test(name))) {
    throw new GitFailed('failed', 'A file has a path that cannot be written here.')
  }
}

export async function openWorkCopy(run: RunRemote, folder: string): Promise<WorkCopy | null> {
  const work = await readNote(folder)
  return work && (await exists(join(work.dir, 'HEAD'))) && (await exists(work.tree))
    ? workCopy(work, run)
    : null
}

/** Nothing is left of one that fails. */
async function making(work: WorkFolder, run: RunRemote, fill: () => Promise<void>): Promise<WorkCopy> {
  if (await exists(work.folder)) throw new GitFailed('failed', 'There is a work copy already.')
  try {
    await mkdir(work.tree, { recursive: true, mode: 0o700 })
    await initialize(work.dir, WORK_BRANCH)
    await fill()
    await writeNote(work)
    return workCopy(work, run)
  } catch (error) {
    await removeFolder(work.folder)
    throw error
  }
}
