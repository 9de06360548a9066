import { removeFolder } from '../../platform/files/remove-folder.ts'
import { checkOut } from './check-out.ts'
import { commitOf, getCommitById, mergeTrees, treeOf, writeCommit } from './commits.ts'
import { diffTrees } from './diff-trees.ts'
import { fetchBranch, pushCommit } from './exchange-branch.ts'
import { listFiles, search } from './find-files.ts'
import { GitFailed, type NewCommit, type WorkCopy } from './port.ts'
import { EMPTY_TREE, requireCommitId } from './ref-names.ts'
import type { RunRemote } from './remote.ts'
import { runGit } from './run-git.ts'
import { stageAll } from './stage.ts'
import type { WorkFolder } from './work-folder.ts'

/** Where the branch is that the files come from. Nothing but this port reads the name. */
export const WORK_BRANCH = 'work'

export function workCopy(work: WorkFolder, run: RunRemote): WorkCopy {
  const { dir, tree, folder } = work
  const head = () => commitOf(dir, `refs/heads/${WORK_BRANCH}`)

  async function commitTree(made: string, { parent, ...content }: NewCommit): Promise<string> {
    const parents = parent === null ? [] : [parent]
    const commit = await writeCommit(dir, { ...content, tree: made, parents })
    await setHead(dir, commit)
    return commit
  }

  /** What the commit changed, on another one: made to share a parent, the two merge like any others. */
  async function rebase(change: NewCommit & { commit: string; onto: string }): Promise<string> {
    const { commit, onto, parent, ...content } = change
    const ours = await getCommitById(dir, onto)
    const between = async (treeOfIt: string, parents: string[]) =>
      writeCommit(dir, { ...content, tree: treeOfIt, parents, message: '-' })
    const base = await between(await treeOf(dir, parent), [])
    const left = await between(await treeOf(dir, ours), [base])
    const right = await between(await treeOf(dir, commit), [base])
    const merged = await mergeTrees(dir, left, right)
    if (merged === null) throw new GitFailed('conflict', 'The branch has other changes of the same lines.')
    const made = await writeCommit(dir, { ...content, tree: merged, parents: [ours] })
    await checkOut(work, made)
    await setHead(dir, made)
    return made
  }

  return {
    tree,
    head,
    async changes(limits) {
      const base_commit = await head()
      const [base, now] = [await treeOf(dir, base_commit), await stageAll(work)]
      return { base_commit, head_commit: null, ...(await diffTrees(dir, { base, head: now }, limits)) }
    },
    async diff(base, to, limits) {
      const trees = { base: await treeOf(dir, base), head: await treeOf(dir, to) }
      return { base_commit: base, head_commit: to, ...(await diffTrees(dir, trees, limits)) }
    },
    async commitAll({ withIgnored, ...commit }) {
      const before = commit.parent === null ? EMPTY_TREE : await treeOf(dir, commit.parent)
      const made = await stageAll(work, withIgnored ? [] : undefined)
      if (made !== before) return commitTree(made, commit)
      if (commit.parent !== null) await setHead(dir, commit.parent)
      return null
    },
    async checkOut(commit) {
      await checkOut(work, commit)
      await setHead(dir, await getCommitById(dir, commit))
    },
    fetch: (remote, branch, signal) => fetchBranch(run, work, remote, branch, signal),
    rebase,
    async isAncestor(ancestor, commit) {
      const [first, second] = [
        await commitOf(dir, requireCommitId(ancestor)),
        await commitOf(dir, requireCommitId(commit)),
      ]
      if (first === null || second === null) return false
      const { code } = await runGit({
        dir,
        args: ['merge-base', '--is-ancestor', first, second],
        ends: [0, 1],
      })
      return code === 0
    },
    push: (push) => pushCommit(run, dir, push),
    search: (query) => search(work, query),
    listFiles: (options) => listFiles(work, options),
    remove: () => removeFolder(folder),
  }
}

export async function setHead(dir: string, commit: string): Promise<void> {
  await runGit({ dir, args: ['update-ref', `refs/heads/${WORK_BRANCH}`, commit] })
}
