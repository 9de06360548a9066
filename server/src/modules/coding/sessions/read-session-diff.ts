import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import { GitFailed } from '../../../ports/git/port.ts'
import { ForgeFailed } from '../../../ports/git-forge/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { forgeOf } from '../repository/connected-repository.ts'
import { DIFF_LIMITS } from '../repository/diff-limits.ts'
import { withForge } from '../repository/forge-refusals.ts'
import { repositoryStore } from '../repository/repository-store.ts'
import { requireGit } from '../repository/require-git.ts'
import type { SessionRow } from '../tables.ts'
import { accessSession } from './access-session.ts'
import { compareBranch } from './compare-branch.ts'

type Diff = AnswerOf<typeof operations.coding.diff>

/** What the forge shows for the pull request; before there is one, what the branch adds to its start (G570). */
export async function readSessionDiff(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.coding.diff>,
): Promise<Diff> {
  const { app, session } = await accessSession(deps, caller, params, 'viewer')
  if (session.pull_request === null && session.pushed_commit === null) return unchanged(session)
  const row = await repositoryStore(deps.db).find(app.id)
  const isSame = row?.full_name.toLowerCase() === session.repository_full_name.toLowerCase()
  if (row?.provider !== session.provider || !isSame)
    throw refuse('repository_not_found', {
      message: `The app is not connected to ${session.repository_full_name} any more; connect it to see the changes.`,
    })
  const connected = forgeOf(deps, app.workspace_id, row)
  return withForge(async () => {
    const ofPullRequest = await diffOfPullRequest(connected, session)
    if (ofPullRequest) return ofPullRequest
    await requireGit(deps)
    return diffOfBranch(() => compareBranch(deps, connected, session), session)
  })
}

/** Null when there is none, or it was deleted at the forge. */
async function diffOfPullRequest(
  { forge, repository }: ReturnType<typeof forgeOf>,
  { pull_request }: SessionRow,
): Promise<Diff | null> {
  if (!pull_request) return null
  try {
    return await forge.readDiff(repository, pull_request.number, DIFF_LIMITS)
  } catch (error) {
    if (error instanceof ForgeFailed && error.fault === 'pull_request_not_found') return null
    throw error
  }
}

async function diffOfBranch(compare: () => Promise<Diff | null>, session: SessionRow): Promise<Diff> {
  try {
    return (await compare()) ?? unchanged(session)
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error
    // The branch was deleted, or its start is not reachable any more.
    if (error.fault === 'ref_not_found') return unchanged(session)
    if (error.fault === 'too_large') return { ...unchanged(session), truncated: true }
    throw error
  }
}

function unchanged({ start_commit, pushed_commit }: SessionRow): Diff {
  return { base_commit: start_commit, head_commit: pushed_commit, files: [], truncated: false }
}
