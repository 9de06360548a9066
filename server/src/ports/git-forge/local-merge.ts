/**
 * A merge in three steps, each of which can be the last before a crash: the commit is made and stored, the base branch
 * moves to it, the pull request is marked. The branch moves only from where it was, so nothing is merged twice.
 */
import type { Clock } from '../../platform/clock.ts'
import { GitFailed, type Repository } from '../git/port.ts'
import { type Branches, readBranches, refresh } from './local-standing.ts'
import type { LocalStore } from './local-store.ts'
import type { LocalPullRequestRow } from './local-tables.ts'
import { ForgeFailed, type MergeWish } from './port.ts'

/** The base branch may move in between, but not for ever. */
const MOST_TRIES = 5

export async function mergeLocally(
  parts: { store: LocalStore; git: Repository; clock: Clock },
  given: LocalPullRequestRow,
  wish: MergeWish,
): Promise<LocalPullRequestRow> {
  const { store, git, clock } = parts
  let row = given
  let ours: string | null = null
  for (let tried = 1; tried <= MOST_TRIES; tried++) {
    const branches = await readBranches(git)
    row = await refresh(parts, branches, row)
    // Another node has finished the very same commit.
    if (row.state === 'merged' && ours !== null && row.merge_commit === ours) return row
    if (row.state !== 'open') throw new ForgeFailed('closed', 'The pull request is not open any more.')
    requireMergeable(row, branches, wish)
    // One that was begun is finished as it was begun: another would be a second merge if both go on.
    if (row.merge_commit === null) {
      const merge_commit = await makeCommit(parts, row, wish)
      row = await store.storeStanding(row, row, merge_commit)
      if (row.state !== 'open' || row.merge_commit === null) continue
    }
    ours = row.merge_commit
    try {
      await git.updateBranch(row.base_branch, row.merge_commit ?? '', row.base_sha)
    } catch (error) {
      if (error instanceof GitFailed && error.fault === 'moved') continue
      throw error
    }
    return store.storeMerged(row, row, clock.now())
  }
  throw new ForgeFailed('changed', 'The base branch moves too fast; try again.')
}

function requireMergeable(row: LocalPullRequestRow, branches: Branches, wish: MergeWish): void {
  for (const branch of [row.head_branch, row.base_branch]) {
    if (!branches.has(branch)) throw new ForgeFailed('refused', `The branch ${branch} is gone.`)
  }
  if (wish.head_sha !== null && wish.head_sha !== row.head_sha)
    throw new ForgeFailed('changed', 'The branch of the pull request has moved.')
  if (row.commits === 0) throw new ForgeFailed('refused', 'The branch has no commits that its base lacks.')
}

function makeCommit(
  { git, clock }: { git: Repository; clock: Clock },
  row: LocalPullRequestRow,
  { method, author }: MergeWish,
): Promise<string> {
  const title =
    method === 'squash'
      ? `${row.title} (#${row.number})\n\n${row.body}`
      : `Merge pull request #${row.number} from ${row.head_branch}\n\n${row.title}`
  return git.merge({
    base: row.base_sha,
    head: row.head_sha,
    method,
    message: `${title.trim()}\n`,
    author,
    at: clock.now(),
  })
}
