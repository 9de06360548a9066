/** Commits and branches of a repository in memory. A commit has the whole tree; nothing is packed or shared. */
import { createHash } from 'node:crypto'
import { GitFailed, type NewCommit } from '../port.ts'
import { isCommitId, refsFor, requireCommitId } from '../ref-names.ts'

export interface Entry {
  mode: 'file' | 'program' | 'link'
  /** The text of a link is where it leads. */
  bytes: Buffer
  id: string
}

/** Entries by path. */
export type Tree = ReadonlyMap<string, Entry>

interface Commit {
  tree: Tree
  parents: readonly string[]
}

export interface History {
  /** The branch that `HEAD` names. */
  head: string
  /** A parent that is missing marks where the history was cut off, as by the depth of a clone. */
  commits: Map<string, Commit>
  /** Commits by the full name of a branch or tag. */
  refs: Map<string, string>
}

export const newHistory = (head: string): History => ({ head, commits: new Map(), refs: new Map() })

export function entryOf(mode: Entry['mode'], content: string | Uint8Array): Entry {
  const bytes = Buffer.from(content)
  return { mode, bytes, id: createHash('sha1').update(`${mode} `).update(bytes).digest('hex') }
}

export function sameTree(one: Tree, other: Tree): boolean {
  return one.size === other.size && [...one].every(([path, { id }]) => other.get(path)?.id === id)
}

/** Returns its id: the same for the same commit, wherever it is made. */
export function addCommit(
  { commits }: History,
  { tree, parents, message, author, at }: Omit<NewCommit, 'parent'> & Commit,
): string {
  const files = [...tree].map(([path, { id }]) => `${path}\0${id}`).sort()
  const seconds = Math.floor(at.getTime() / 1000)
  const whole = JSON.stringify([files, parents, message, author.name, author.email, seconds])
  const id = createHash('sha1').update(whole).digest('hex')
  commits.set(id, { tree, parents })
  return id
}

/** Finds the commit of a branch, a tag or an id; null when there is none. */
export function findCommit({ commits, refs }: History, ref: string): string | null {
  for (const name of refsFor(ref)) {
    const found = refs.get(name)
    if (found !== undefined) return found
  }
  return isCommitId(ref) && commits.has(ref) ? ref : null
}

export function getCommit(history: History, ref: string): string {
  const found = findCommit(history, ref)
  if (found === null) throw noSuchCommit()
  return found
}

/** Returns the tree of a commit; the empty tree for null. */
export function treeOf({ commits }: History, id: string | null): Tree {
  if (id === null) return new Map()
  const found = commits.get(requireCommitId(id))
  if (!found) throw noSuchCommit()
  return found.tree
}

const noSuchCommit = () => new GitFailed('ref_not_found', 'There is no such commit.')

/** The commit and those before it, nearest first, as many generations as wanted. */
export function ancestry({ commits }: History, id: string, depth = Number.POSITIVE_INFINITY): Set<string> {
  const found = new Set<string>()
  let generation = [id]
  for (let at = 0; at < depth && generation.length > 0; at++) {
    const here = generation.filter((one) => commits.has(one) && !found.has(one))
    for (const one of here) found.add(one)
    generation = here.flatMap((one) => commits.get(one)?.parents ?? [])
  }
  return found
}

/** Copies a commit with the generations that are wanted. */
export function copyCommits(from: History, to: History, id: string, depth?: number): void {
  for (const one of ancestry(from, id, depth)) {
    const commit = from.commits.get(one)
    if (commit) to.commits.set(one, commit)
  }
}

/** Returns the nearest common ancestor; null when there is none. */
export function findBase(history: History, one: string, other: string): string | null {
  const ofOther = ancestry(history, other)
  return [...ancestry(history, one)].find((id) => ofOther.has(id)) ?? null
}

/** Merges file by file; null when both sides changed one file differently. */
export function mergeTrees(base: Tree, ours: Tree, theirs: Tree): Tree | null {
  const merged = new Map(ours)
  for (const path of new Set([...base.keys(), ...theirs.keys()])) {
    const [was, mine, other] = [base.get(path), ours.get(path), theirs.get(path)]
    if (other?.id === was?.id || other?.id === mine?.id) continue
    if (mine?.id !== was?.id) return null
    if (other) merged.set(path, other)
    else merged.delete(path)
  }
  return merged
}

/** The tree of two commits merged; null when they conflict or have nothing in common. */
export function mergeCommits(history: History, ours: string, theirs: string): Tree | null {
  const base = findBase(history, ours, theirs)
  if (base === null) return null
  return mergeTrees(treeOf(history, base), treeOf(history, ours), treeOf(history, theirs))
}
