import type { RemoteRefs } from '../../../../ports/git/port.ts'
import type { SessionRow } from '../../tables.ts'
import { branchNameOf } from '../pull-request/branch-name.ts'
import { SessionFailed } from '../session-failed.ts'

/** Where a pass starts or goes on. */
export interface StartPoint {
  branch: string
  /** What is copied: the branch itself where the remote has it, else what it starts from. */
  ref: string
  isBranch: boolean
}

/** Throws `SessionFailed` when there is nothing to start from. */
export function startPointOf(session: SessionRow, { refs }: RemoteRefs): StartPoint {
  const { source_ref, base_branch, branch_name } = session
  // Work on the base branch would reach it without review, so it leaves it for a branch of its own (G795).
  const existing_branch = session.existing_branch === base_branch ? null : session.existing_branch
  if (refs.size === 0)
    throw new SessionFailed(
      'source_ref_not_found',
      'The repository is empty. Push a first commit to it, then try again.',
    )
  const branch = branch_name ?? existing_branch ?? branchNameOf(session)
  if (refs.has(`refs/heads/${branch}`)) return { branch, ref: branch, isBranch: true }
  if (existing_branch !== null && branch_name === null)
    throw new SessionFailed(
      'branch_not_found',
      `The repository has no branch ${existing_branch}. Name one that it has.`,
    )
  const ref = (session.existing_branch === null ? source_ref : null) ?? base_branch
  const isKnown = refs.has(`refs/heads/${ref}`) || refs.has(`refs/tags/${ref}`) || COMMIT.test(ref)
  if (!isKnown)
    throw new SessionFailed(
      'source_ref_not_found',
      `The repository has no branch, tag or commit ${ref}. Name one that it has as source_ref.`,
    )
  return { branch, ref, isBranch: false }
}

const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/

/** What is known of the work of the pass, once its files are here. */
export interface Standing {
  start_commit: string | null
  pushed_commit: string | null
  /** What was being pushed when the worker was lost has arrived. */
  hasArrived: boolean
  /** Nothing of the pass is in the files: all its turns are done again. */
  isFromStart: boolean
}

type Commits = Pick<SessionRow, 'start_commit' | 'pushed_commit' | 'pushing_commit'>

/** `head` is what was copied; `hasPushed` says whether the work that was pushed is part of it. */
export function standingOf(
  { start_commit, pushed_commit, pushing_commit }: Commits,
  { isBranch }: Pick<StartPoint, 'isBranch'>,
  head: string | null,
  hasPushed: boolean,
): Standing {
  const restart = { start_commit: head, pushed_commit: null, hasArrived: false, isFromStart: true }
  if (!isBranch || head === null) return restart
  if (head === pushing_commit)
    return { start_commit, pushed_commit: head, hasArrived: true, isFromStart: false }
  if (head === pushed_commit) return { start_commit, pushed_commit, hasArrived: false, isFromStart: false }
  // Somebody else pushed: the work goes on from there.
  return { ...restart, isFromStart: !hasPushed }
}
