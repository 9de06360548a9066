/** Commits, made without a work tree or an index. */
import { GitFailed, type Person } from './port.ts'
import { EMPTY_TREE, isCommitId, refsFor, requireCommitId } from './ref-names.ts'
import { askGit, runGit } from './run-git.ts'

export interface CommitContent {
  tree: string
  parents: readonly string[]
  message: string
  author: Person
  at: Date
}

export function writeCommit(
  dir: string,
  { tree, parents, message, author, at }: CommitContent,
): Promise<string> {
  const name = author.name.replaceAll(/[\p{Cc}<>]/gu, ' ').trim()
  const email = author.email.replaceAll(/[\p{Cc}\s<>]/gu, '')
  const date = `@${Math.max(0, Math.floor(at.getTime() / 1000))} +0000`
  return askGit({
    dir,
    args: ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', requireCommitId(parent)])],
    env: {
      GIT_AUTHOR_NAME: isIdentity(name) ? name : 'Somebody',
      GIT_AUTHOR_EMAIL: email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: isIdentity(name) ? name : 'Somebody',
      GIT_COMMITTER_EMAIL: email,
      GIT_COMMITTER_DATE: date,
    },
    input: `${message.toWellFormed().replaceAll('\0', '').trimEnd()}\n`,
  })
}

/** git leaves out some marks at the ends of a name, and takes none that is empty then. */
function isIdentity(name: string): boolean {
  return /[^\s.,:;<>"\\']/.test(name)
}

/** The commit of a branch, tag or id; null when there is none. */
export function findCommit(dir: string, ref: string): Promise<string | null> {
  return firstCommit(dir, [...refsFor(ref), ...(isCommitId(ref) ? [ref] : [])])
}

/** By a full name or an id; null also when it is there and no commit. */
export function commitOf(dir: string, name: string): Promise<string | null> {
  return firstCommit(dir, [name])
}

/** One start of git, however many names: a start costs far more than an answer. */
async function firstCommit(dir: string, names: readonly string[]): Promise<string | null> {
  if (names.length === 0) return null
  const { output } = await runGit({
    dir,
    args: ['cat-file', '--batch-check'],
    input: names.map((name) => `${name}^{commit}\n`).join(''),
    ends: [0, 128],
  })
  return /^([0-9a-f]{40}) commit /m.exec(output.toString())?.[1] ?? null
}

export async function getCommit(dir: string, ref: string): Promise<string> {
  const found = await findCommit(dir, ref)
  if (found === null) throw new GitFailed('ref_not_found', 'There is no such commit.')
  return found
}

/** By its id alone: no branch can take its place, and git is asked once. */
export async function getCommitById(dir: string, id: string): Promise<string> {
  const found = await commitOf(dir, requireCommitId(id))
  if (found === null) throw new GitFailed('ref_not_found', 'There is no such commit.')
  return found
}

/** Of a commit by its id; of nothing, the empty one. */
export async function treeOf(dir: string, commit: string | null): Promise<string> {
  if (commit === null) return EMPTY_TREE
  const { output, code } = await runGit({
    dir,
    args: [
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${requireCommitId(commit)}^{commit}^{tree}`,
    ],
    ends: [0, 1, 128],
  })
  if (code !== 0) throw new GitFailed('ref_not_found', 'There is no such commit.')
  return output.toString().trim()
}

/** The tree of two commits merged; null when they conflict. */
export async function mergeTrees(dir: string, ours: string, theirs: string): Promise<string | null> {
  const { code, output } = await runGit({
    dir,
    args: ['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', ours, theirs],
    // 1: a conflict; 128: nothing in common.
    ends: [0, 1, 128],
  })
  if (code !== 0) return null
  return output.toString('latin1').slice(0, 40)
}
