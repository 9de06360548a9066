import { setTimeout as wait } from 'node:timers/promises'
import type { PullRequest } from '@atrium/contract/pull-requests'
import { ForgeFailed, type ForgePullRequest } from '../../../../ports/git-forge/port.ts'
import type { Deps } from '../../deps.ts'
import { presentPullRequest } from '../../pull-requests/present-pull-request.ts'
import type { SessionRow } from '../../tables.ts'
import type { History } from '../loop/history.ts'
import { moveHeld } from '../work/move-held.ts'
import type { WorkPlace } from '../work/work-place.ts'
import { describePullRequest } from './describe-pull-request.ts'

const RETRY_MS = [500, 2_000]

/** Opens the pull request of a session that says so by its state, or finds it open; then the session has completed. */
export async function openSessionPullRequest(
  deps: Deps,
  session: SessionRow,
  place: WorkPlace,
  history: Pick<History, 'checks'>,
  signal: AbortSignal,
): Promise<void> {
  const { forge, repository, branch, holder } = place
  const open = await retrying(signal, () => forge.findOpenPullRequest(repository, branch))
  if (!open && (await isInBase(session, place, signal))) {
    await moveHeld(deps, holder, 'nothing_to_merge', { changes: { outcome: 'answer' } })
    return
  }
  const pull = open ?? (await openOne(deps, session, place, history, signal))
  await storePullRequest(deps, session, place, pull)
}

/** Also when the session is being cancelled: the pull request is there. */
export async function storePullRequest(
  deps: Deps,
  session: SessionRow,
  { holder, row }: Pick<WorkPlace, 'holder' | 'row'>,
  pull: ForgePullRequest,
): Promise<void> {
  const presented = presentPullRequest(deps, row, pull)
  const pull_request = { ...presented, created_at: pull.created_at.toISOString() } as PullRequest
  const { number, url } = pull_request
  const isNew = session.pull_request?.number !== number
  await moveHeld(deps, holder, 'opened', {
    changes: { pull_request, outcome: 'pull_request', tries: 0 },
    events: isNew ? [{ type: 'pull_request', data: { number, url } }] : [],
  })
}

/** Work on the base branch itself, or that somebody merged by hand (G577). */
async function isInBase(
  { base_branch }: SessionRow,
  { copy, remote, branch, pushedCommit, remoteAt }: WorkPlace,
  signal: AbortSignal,
): Promise<boolean> {
  if (branch === base_branch) return true
  const base = await copy.fetch(remote, base_branch, signal)
  const head = pushedCommit ?? remoteAt
  return base !== null && head !== null && (await copy.isAncestor(head, base))
}

async function openOne(
  deps: Deps,
  session: SessionRow,
  place: WorkPlace,
  { checks }: Pick<History, 'checks'>,
  signal: AbortSignal,
): Promise<ForgePullRequest> {
  const { forge, repository, branch, author } = place
  const body = await describePullRequest(deps, session, place, checks, signal)
  const draft = {
    ...{ title: session.title, body, head_branch: branch, base_branch: session.base_branch },
    author: author.email,
  }
  signal.throwIfAborted()
  // From here on a cancel waits: it must not miss a pull request that is just being opened.
  return retrying(null, () => forge.openPullRequest(repository, draft))
}

async function retrying<T>(signal: AbortSignal | null, call: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await call()
    } catch (error) {
      signal?.throwIfAborted()
      const pause = RETRY_MS[tried]
      const isPassing = error instanceof ForgeFailed && PASSING.has(error.fault)
      if (pause === undefined || !isPassing) throw error
      await wait(pause)
    }
  }
}

const PASSING: ReadonlySet<string> = new Set(['unreachable', 'rate_limited', 'changed'])
