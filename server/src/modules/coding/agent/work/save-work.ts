import { setTimeout as wait } from 'node:timers/promises'
import { MAX_DIFF_FILES } from '@atrium/contract/pull-requests'
import { GitFailed, type TreeDiff } from '../../../../ports/git/port.ts'
import type { Deps } from '../../deps.ts'
import { addEvents, type NewEvent, updateSession } from '../../sessions/session-change-store.ts'
import type { WorkPlace } from './work-place.ts'
import { writeHeld } from './write-held.ts'

const MOST_PUSHES = 4
const PAUSE_MS = 500
const NO_PATCHES = { maxFiles: MAX_DIFF_FILES, maxPatchBytes: 0 }

/**
 * All that the pass changed becomes its one commit, and the branch moves there; nothing happens when it is there already.
 * What is being pushed is stored before, so that after a crash it is known whose commit that is.
 */
export async function saveWork(
  deps: Pick<Deps, 'db' | 'clock'>,
  place: WorkPlace,
  signal: AbortSignal,
): Promise<void> {
  // Of all tries the same, so that they make the same commit.
  const at = deps.clock.now()
  for (let pushes = 1; ; pushes++) {
    const commit = await commitWork(place, at)
    if (commit === null) return
    const earlier = place.pushing
    place.pushing = commit
    await writeHeld(deps, place.holder, (tx, session) =>
      updateSession(tx, session, deps.clock.now(), {
        start_commit: place.startCommit,
        pushing_commit: commit,
      }),
    )
    try {
      const { remote, branch, remoteAt: expected } = place
      await place.copy.push({ remote, branch, commit, expected, signal })
    } catch (error) {
      if (!(error instanceof GitFailed) || pushes === MOST_PUSHES || !MAY_PASS.has(error.fault)) throw error
      if (error.fault !== 'moved') await wait(PAUSE_MS * pushes, undefined, { signal }).catch(() => {})
      signal.throwIfAborted()
      const theirs = await place.copy.fetch(place.remote, place.branch, signal)
      if (theirs !== commit) {
        // A push that was broken off has arrived after all.
        if (theirs !== null && theirs === earlier) await storePushed(deps, place, theirs)
        else await goOnFrom(place, theirs, commit, at)
        continue
      }
    }
    return storePushed(deps, place, commit)
  }
}

const MAY_PASS: ReadonlySet<string> = new Set(['moved', 'unreachable', 'timed_out'])

/** Null when there is nothing to push. Where all was taken back, the branch goes back too. */
async function commitWork({ copy, startCommit, pushedCommit, message, author }: WorkPlace, at: Date) {
  const commit = (await copy.commitAll({ parent: startCommit, message, author, at })) ?? startCommit
  if (commit === null || commit === (pushedCommit ?? startCommit)) return null
  if (pushedCommit === null) return commit
  const { files } = await copy.diff(pushedCommit, commit, { maxFiles: 1, maxPatchBytes: 0 })
  return files.length === 0 ? null : commit
}

/** Where somebody else pushed, the work is brought onto theirs. Throws `conflict` when that cannot be. */
async function goOnFrom(place: WorkPlace, theirs: string | null, commit: string, at: Date): Promise<void> {
  const { copy, message, author, pushedCommit } = place
  if (theirs === place.remoteAt) return
  if (theirs === null) {
    place.remoteAt = null
    return
  }
  // What they have of ours already is not applied again.
  const isOnOurs = pushedCommit !== null && (await copy.isAncestor(pushedCommit, theirs))
  const parent = isOnOurs ? pushedCommit : place.startCommit
  const ours = isOnOurs ? await copy.commitAll({ parent, message, author, at }) : commit
  if (ours === null) await copy.checkOut(theirs)
  else await copy.rebase({ commit: ours, onto: theirs, parent, message, author, at })
  // Not before: what does not contain theirs must never take its place.
  place.remoteAt = theirs
  place.startCommit = theirs
  place.pushedCommit = null
}

async function storePushed(
  deps: Pick<Deps, 'db' | 'clock'>,
  place: WorkPlace,
  commit: string,
): Promise<void> {
  const event = await commitEvent(place, commit)
  const changes = { pushed_commit: commit, pushing_commit: null, tries: 0 }
  await writeHeld(deps, place.holder, async (tx, session) => {
    const now = deps.clock.now()
    await addEvents(tx, await updateSession(tx, session, now, changes), now, [event])
  })
  place.pushedCommit = commit
  place.remoteAt = commit
}

/** What the pass has changed so far. */
export async function commitEvent({ copy, startCommit }: WorkPlace, commit: string): Promise<NewEvent> {
  const diff = await copy.diff(startCommit, commit, NO_PATCHES)
  return { type: 'commit', data: { commit, ...countChanges(diff) } }
}

function countChanges({ files, truncated }: TreeDiff) {
  const total = (field: 'additions' | 'deletions') => files.reduce((sum, file) => sum + file[field], 0)
  return {
    files: files.map(({ path, status, additions, deletions }) => ({ path, status, additions, deletions })),
    ...{ additions: total('additions'), deletions: total('deletions'), truncated },
  }
}
