/** Where an open pull request stands: its row holds what was seen last, and is right again after `refresh`. */
import type { Clock } from '../../platform/clock.ts'
import type { Repository } from '../git/port.ts'
import type { LocalStore, Standing } from './local-store.ts'
import type { LocalPullRequestRow } from './local-tables.ts'

/** The commits of branches, by name. */
export type Branches = ReadonlyMap<string, string>

/** For figures; the patches are not wanted. */
const COUNTED = { maxFiles: 20_000, maxPatchBytes: 0 }

export async function readBranches(git: Repository): Promise<Branches> {
  return new Map((await git.listBranches()).map(({ name, commit }) => [name, commit]))
}

/**
 * Returns the row as the branches are now. One whose commits have all come into its base branch is merged, by us before
 * a crash or by a push. G540
 */
export async function refresh(
  { store, git, clock }: { store: LocalStore; git: Repository; clock: Clock },
  branches: Branches,
  row: LocalPullRequestRow,
): Promise<LocalPullRequestRow> {
  if (row.state !== 'open') return row
  // A branch that is gone is where it was seen last.
  const base = branches.get(row.base_branch) ?? row.base_sha
  const head = branches.get(row.head_branch) ?? row.head_sha
  // Nothing moved: then nothing has landed either, and a merge that is under way goes on.
  if (base === row.base_sha && head === row.head_sha) return row
  if (row.merge_commit !== null && (await isWithin(git, row.merge_commit, base)))
    return store.storeMerged(row, row, clock.now())
  if ((await isWithin(git, head, base)) && !(await isWithin(git, head, row.base_sha))) {
    const standing = head === row.head_sha ? row : await readStanding(git, row.base_sha, head)
    return store.storeMerged(row, standing, clock.now())
  }
  return store.storeStanding(row, await readStanding(git, base, head), null)
}

export async function readStanding(git: Repository, base: string, head: string): Promise<Standing> {
  const [commits, diff, is_mergeable] = await Promise.all([
    git.countCommits(base, head),
    git.diff(base, head, COUNTED),
    git.canMerge(base, head),
  ])
  return {
    base_sha: base,
    head_sha: head,
    commits,
    changed_files: diff.files.length,
    additions: sum(diff.files.map(({ additions }) => additions)),
    deletions: sum(diff.files.map(({ deletions }) => deletions)),
    is_mergeable,
  }
}

async function isWithin(git: Repository, commit: string, branch: string): Promise<boolean> {
  return (await git.countCommits(branch, commit)) === 0
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
