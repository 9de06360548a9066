/**
 * git in memory, for tests that are about something else: no process is started. Commits and branches are maps; the files
 * of a work copy are in its folder. It passes the conformance suite of the port, except for what git says over HTTP.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { removeFolder } from '../../../platform/files/remove-folder.ts'
import { requireOwnPath } from '../make-work-copy.ts'
import { type Git, GitFailed, type NewCommit, type Remote, type Repository, type WorkCopy } from '../port.ts'
import { branchRef, refsFor, requireCommitId } from '../ref-names.ts'
import { readNote, type WorkFolder, workFolder, writeNote } from '../work-folder.ts'
import { diffTrees } from './memory-diff.ts'
import { listBelow, readTree, searchFiles, visibleFiles, writeTree } from './memory-files.ts'
import {
  addCommit,
  ancestry,
  copyCommits,
  type Entry,
  entryOf,
  findBase,
  findCommit,
  getCommit,
  type History,
  mergeCommits,
  mergeTrees,
  newHistory,
  sameTree,
  type Tree,
  treeOf,
} from './memory-history.ts'

/** Returns the folder of the repository at an http address; throws what its server would answer. */
export type ReachRemote = (remote: Remote) => string

interface Work extends History {
  /** Files that were last committed, checked out or compared. */
  index: Tree
}

/** Histories by the id in the marker file of their folder: folders are renamed, and servers of a test share them. */
const HISTORIES = new Map<string, Work>()
const MARK = 'in-memory'
const WORK = 'refs/heads/work'
const FETCHED_COMMITS = 50
const OWN_LIMITS = { maxBytes: 2 ** 30, maxFiles: 100_000 }
const LEAST_TREE_BYTES = 16 * 2 ** 20

export function memoryGit(reach: ReachRemote = notReached): Git {
  const remoteHistory = (remote: Remote) => historyIn(isAbsolute(remote.url) ? remote.url : reach(remote))

  /** Removes the folder when filling it fails. */
  async function makeWork(work: WorkFolder, fill: (history: Work) => Promise<void>): Promise<WorkCopy> {
    if (existsSync(work.folder)) throw new GitFailed('failed', 'There is a work copy already.')
    try {
      mkdirSync(work.tree, { recursive: true })
      await fill(createIn(work.dir, 'work'))
      await writeNote(work)
      return workCopy(work, remoteHistory)
    } catch (error) {
      await removeFolder(work.folder)
      throw error
    }
  }

  return {
    fault: async () => null,
    async createRepository(folder, { branch }) {
      branchRef(branch)
      if (existsSync(folder)) throw new GitFailed('failed', 'There is a repository already.')
      createIn(folder, branch)
    },
    repository: (folder) => repositoryIn(folder),
    async listRefs(remote, signal) {
      signal.throwIfAborted()
      const { head, refs } = remoteHistory(remote)
      return { head: refs.has(`refs/heads/${head}`) ? head : null, refs: new Map([...refs].sort()) }
    },
    async mirror(remote, folder) {
      const [from, to] = [remoteHistory(remote), historyIn(folder)]
      for (const [ref, commit] of from.refs) {
        if (refsFor(ref).length === 0) continue
        copyCommits(from, to, commit)
        to.refs.set(ref, commit)
      }
      to.head = from.head
    },
    clone(remote, folder, { ref, maxBytes, maxFiles, signal }) {
      const work = workFolder(folder, { maxBytes, maxFiles })
      return makeWork(work, async (history) => {
        signal.throwIfAborted()
        const from = remoteHistory(remote)
        if (ref === null) return
        const commit = findCommit(from, ref)
        if (commit === null)
          throw new GitFailed('ref_not_found', 'The repository has no commit of that name.')
        copyCommits(from, history, commit, 1)
        await checkOut(work, history, commit)
      })
    },
    async openWorkCopy(folder) {
      const work = await readNote(folder)
      return work && existsSync(join(work.dir, MARK)) && existsSync(work.tree)
        ? workCopy(work, remoteHistory)
        : null
    },
    createWorkCopy(folder, files) {
      const work = workFolder(folder, OWN_LIMITS)
      return makeWork(work, async (history) => {
        const tree = new Map<string, Entry>()
        for await (const { path, bytes } of files) {
          requireOwnPath(path)
          tree.set(path, entryOf('file', bytes))
        }
        await checkOut(work, history, addCommit(history, { ...FIRST, tree, parents: [] }))
      })
    },
    serve: async () => {
      throw new GitFailed('unavailable', 'git in memory does not speak over HTTP.')
    },
  }
}

function notReached(): string {
  throw new GitFailed('unreachable', 'git in memory reaches folders only.')
}

const FIRST = { message: 'Start', author: { name: 'Atrium', email: 'atrium@localhost' }, at: new Date(0) }

function createIn(folder: string, head: string): Work {
  const [id, made] = [randomUUID(), { ...newHistory(head), index: new Map() }]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, MARK), id)
  HISTORIES.set(id, made)
  return made
}

/** Returns the history of a repository, or of the inner folder of a work copy. */
export function historyIn(folder: string): Work {
  const mark = join(folder, MARK)
  const found = existsSync(mark) && HISTORIES.get(readFileSync(mark, 'utf8'))
  if (!found) throw new GitFailed('not_found', 'There is no repository there.')
  return found
}

function repositoryIn(folder: string): Repository {
  const here = () => historyIn(folder)
  return {
    resolve: async (ref) => findCommit(here(), ref),
    async listBranches() {
      const heads = [...here().refs].filter(([ref]) => ref.startsWith('refs/heads/')).sort()
      return heads.map(([ref, commit]) => ({ name: ref.slice('refs/heads/'.length), commit }))
    },
    async size() {
      const entries = [...here().commits.values()].flatMap(({ tree }) => [...tree.values()])
      const sizes = new Map(entries.map(({ id, bytes }) => [id, bytes.length]))
      return [...sizes.values()].reduce((sum, size) => sum + size, 0)
    },
    async diff(base, head, limits) {
      const [from, head_commit] = [getCommit(here(), base), getCommit(here(), head)]
      const base_commit = findBase(here(), from, head_commit) ?? from
      const trees = [treeOf(here(), base_commit), treeOf(here(), head_commit)] as const
      return { base_commit, head_commit, ...diffTrees(...trees, limits) }
    },
    async countCommits(base, head) {
      const known = ancestry(here(), getCommit(here(), base))
      return ancestry(here(), getCommit(here(), head)).difference(known).size
    },
    canMerge: async (base, head) =>
      mergeCommits(here(), getCommit(here(), base), getCommit(here(), head)) !== null,
    async merge({ base, head, method, ...content }) {
      const [ours, theirs] = [getCommit(here(), base), getCommit(here(), head)]
      const tree = mergeCommits(here(), ours, theirs)
      if (tree === null) throw new GitFailed('conflict', 'The two branches change the same files.')
      return addCommit(here(), { ...content, tree, parents: method === 'merge' ? [ours, theirs] : [ours] })
    },
    async updateBranch(branch, commit, expected) {
      moveRef(here(), branchRef(branch), getCommit(here(), commit), expected)
    },
    tidy: async () => {},
  }
}

function moveRef({ refs }: History, ref: string, commit: string, expected: string | null): void {
  if ((refs.get(ref) ?? null) !== expected)
    throw new GitFailed('moved', 'The branch is not where it was expected.')
  refs.set(ref, commit)
}

/** Sets the branch of the copy, its files and its index to those of the commit. */
async function checkOut({ tree, limits }: WorkFolder, history: Work, commit: string): Promise<void> {
  const wanted = treeOf(history, commit)
  const bytes = [...wanted.values()].reduce((sum, entry) => sum + entry.bytes.length, 0)
  if (wanted.size > limits.maxFiles)
    throw new GitFailed('too_large', `The repository has more than ${limits.maxFiles} files.`)
  if (bytes > Math.max(LEAST_TREE_BYTES, limits.maxBytes * 8))
    throw new GitFailed('too_large', 'The files of the repository are too large.')
  await writeTree(tree, wanted)
  history.index = wanted
  history.refs.set(WORK, commit)
}

function workCopy(work: WorkFolder, remoteHistory: (remote: Remote) => History): WorkCopy {
  const { dir, tree, folder } = work
  const here = () => historyIn(dir)
  const headOf = ({ refs }: History) => refs.get(WORK) ?? null

  function stage(shown: (files: Tree, tracked: Tree) => Tree): Tree {
    const history = here()
    const staged = shown(readTree(tree), history.index)
    const isNew = ([path]: [string, Entry]) => !history.index.has(path)
    if ([...staged].filter(isNew).length > work.limits.maxFiles)
      throw new GitFailed('too_large', `There are more than ${work.limits.maxFiles} new files.`)
    history.index = staged
    return staged
  }
  const visible = () => visibleFiles(readTree(tree), here().index)

  async function commitAll({ parent, withIgnored, ...content }: NewCommit & { withIgnored?: true }) {
    const history = here()
    const before = treeOf(history, parent)
    const made = stage(withIgnored ? (files) => files : visibleFiles)
    const isSame = sameTree(before, made)
    const parents = parent === null ? [] : [parent]
    const commit = isSame ? parent : addCommit(history, { ...content, tree: made, parents })
    if (commit !== null) history.refs.set(WORK, commit)
    return isSame ? null : commit
  }

  return {
    tree,
    head: async () => headOf(here()),
    async changes(limits) {
      const base_commit = headOf(here())
      const changed = diffTrees(treeOf(here(), base_commit), stage(visibleFiles), limits)
      return { base_commit, head_commit: null, ...changed }
    },
    async diff(base, head, limits) {
      const trees = [treeOf(here(), base), treeOf(here(), head)] as const
      return { base_commit: base, head_commit: head, ...diffTrees(...trees, limits) }
    },
    commitAll,
    checkOut: (commit) => checkOut(work, here(), commit),
    async fetch(remote, branch, signal) {
      signal.throwIfAborted()
      const [ref, from] = [branchRef(branch), remoteHistory(remote)]
      const commit = from.refs.get(ref) ?? null
      if (commit !== null) copyCommits(from, here(), commit, FETCHED_COMMITS)
      return commit
    },
    async rebase({ commit, onto, parent, ...content }) {
      const history = here()
      const [base, ours, theirs] = [parent, onto, commit].map((id) => treeOf(history, id))
      const merged = mergeTrees(base ?? new Map(), ours ?? new Map(), theirs ?? new Map())
      if (merged === null) throw new GitFailed('conflict', 'The branch has other changes of the same files.')
      const made = addCommit(history, { ...content, tree: merged, parents: [onto] })
      await checkOut(work, history, made)
      return made
    },
    isAncestor: async (ancestor, commit) =>
      ancestry(here(), requireCommitId(commit)).has(requireCommitId(ancestor)),
    async push({ remote, branch, commit, expected, signal }) {
      signal.throwIfAborted()
      const [ref, to] = [branchRef(branch), remoteHistory(remote)]
      treeOf(here(), commit)
      if (to.refs.get(ref) === commit) return
      copyCommits(here(), to, commit)
      moveRef(to, ref, commit, expected)
    },
    search: async (query) => searchFiles(visible(), query),
    listFiles: async ({ under, most }) => listBelow(visible(), under, most),
    remove: () => removeFolder(folder),
  }
}
