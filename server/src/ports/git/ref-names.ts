/** Full names of branches and tags, and ids of commits. */
import { isBranchName } from './branch-name.ts'
import { GitFailed } from './port.ts'

/** The full name of a branch. */
export function branchRef(name: string): string {
  if (!isBranchName(name)) throw new GitFailed('bad_name', 'No branch can have that name.')
  return `refs/heads/${name}`
}

/** Where a name may be found, best first; a full name of a branch or tag is looked up as it is. */
export function refsFor(name: string): string[] {
  const full = /^refs\/(heads|tags)\/(.+)$/.exec(name)
  if (full?.[2]) return isBranchName(full[2]) ? [name] : []
  return isBranchName(name) ? [`refs/heads/${name}`, `refs/tags/${name}`] : []
}

export function isCommitId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text)
}

/** Commits that people name reach a command line only by this. */
export function requireCommitId(text: string): string {
  if (!isCommitId(text)) throw new GitFailed('ref_not_found', 'That is no commit.')
  return text
}

/** Where there is nothing. */
export const NO_COMMIT = '0'.repeat(40)
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
