/** Repositories without a work tree. */
import { randomBytes } from 'node:crypto'
import { appendFile, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { dirname, join } from 'node:path'
import { findCommit, getCommit, mergeTrees, treeOf, writeCommit } from './commits.ts'
import { diffTrees } from './diff-trees.ts'
import { ATTRIBUTES } from './environment.ts'
import { GitFailed, type Merge, type Repository } from './port.ts'
import { branchRef, NO_COMMIT, requireCommitId } from './ref-names.ts'
import { runGit } from './run-git.ts'
import { tidy } from './tidy.ts'

/** What git keeps, in a folder that is not there yet. */
export async function initialize(folder: string, branch: string): Promise<void> {
  branchRef(branch)
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await runGit({
    dir: null,
    env: { GIT_DIR: folder },
    args: ['init', '--bare', '--quiet', '--template=', `--initial-branch=${branch}`],
  })
  await mkdir(join(folder, 'info'), { recursive: true })
  await writeFile(join(folder, 'info', 'attributes'), ATTRIBUTES)
}

/** Appears whole or not at all. */
export async function createRepository(folder: string, { branch }: { branch: string }): Promise<void> {
  if (await exists(folder)) throw new GitFailed('failed', 'There is a repository already.')
  const made = `${folder}.${randomBytes(6).toString('hex')}`
  try {
    await initialize(made, branch)
    await appendFile(join(made, 'config'), OWN_SETTINGS)
    await rename(made, folder)
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    throw error
  }
}

/** For git that another git starts, which gets no settings from us. */
const OWN_SETTINGS = `[core]
	hooksPath = ${JSON.stringify(devNull)}
	fsmonitor = false
	fsync = committed,reference
[gc]
	auto = 0
[maintenance]
	auto = false
[receive]
	autogc = false
	fsckObjects = true
[transfer]
	hideRefs = refs/
	hideRefs = !refs/heads/
	hideRefs = !refs/tags/
`

export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

export function repository(dir: string): Repository {
  async function findBase(base: string, head: string): Promise<string | null> {
    const { output } = await runGit({ dir, args: ['merge-base', base, head], ends: [0, 1] })
    return output.toString().split('\n')[0] || null
  }

  /** `expected` null: there is none yet. */
  async function moveBranch(branch: string, commit: string, expected: string | null): Promise<void> {
    const ref = branchRef(branch)
    const { code } = await runGit({
      dir,
      args: ['update-ref', '--no-deref', ref, requireCommitId(commit), expected ?? NO_COMMIT],
      ends: [0, 128],
    })
    if (code !== 0) throw new GitFailed('moved', 'The branch is not where it was expected.')
  }

  async function merge({ base, head, method, message, author, at }: Merge): Promise<string> {
    const [ours, theirs] = [await getCommit(dir, base), await getCommit(dir, head)]
    const tree = await mergeTrees(dir, ours, theirs)
    if (tree === null) throw new GitFailed('conflict', 'The two branches change the same lines.')
    const parents = method === 'merge' ? [ours, theirs] : [ours]
    return writeCommit(dir, { tree, parents, message, author, at })
  }

  return {
    resolve: (ref) => findCommit(dir, ref),
    async listBranches() {
      const { output } = await runGit({
        dir,
        args: ['for-each-ref', '--format=%(objectname) %(refname:lstrip=2)', 'refs/heads/'],
      })
      const lines = output.toString().split('\n').filter(Boolean)
      return lines.map((line) => ({ commit: line.slice(0, 40), name: line.slice(41) }))
    },
    async size() {
      const { output } = await runGit({ dir, args: ['count-objects', '-v'] })
      const kibibytes = output.toString().matchAll(/^size[a-z-]*: (\d+)$/gm)
      return [...kibibytes].reduce((sum, [, count]) => sum + Number(count) * 1_024, 0)
    },
    async diff(base, head, limits) {
      const [from, to] = [await getCommit(dir, base), await getCommit(dir, head)]
      const base_commit = (await findBase(from, to)) ?? from
      return {
        base_commit,
        head_commit: to,
        ...(await diffTrees(
          dir,
          { base: await treeOf(dir, base_commit), head: await treeOf(dir, to) },
          limits,
        )),
      }
    },
    async countCommits(base, head) {
      const [from, to] = [await getCommit(dir, base), await getCommit(dir, head)]
      const { output } = await runGit({ dir, args: ['rev-list', '--count', to, `^${from}`] })
      return Number(output.toString())
    },
    async canMerge(base, head) {
      return (await mergeTrees(dir, await getCommit(dir, base), await getCommit(dir, head))) !== null
    },
    merge,
    tidy: (signal) => tidy(dir, signal),
    async updateBranch(branch, commit, expected) {
      await moveBranch(branch, await getCommit(dir, commit), expected)
    },
  }
}
