import { randomUUID } from 'node:crypto'
import { makeId } from '../../../platform/ids.ts'
import { WorkStopped } from '../../../platform/running-work.ts'
import type { Deps } from '../deps.ts'
import { codeAddress } from '../repository/present-repository.ts'
import { moveSession } from '../sessions/move-session.ts'
import { addEvents, type NewEvent, updateSession } from '../sessions/session-change-store.ts'
import { sessionStore } from '../sessions/session-store.ts'
import type { SessionRow } from '../tables.ts'
import { SessionFailed } from './session-failed.ts'
import { heldSessionStore } from './work/held-session-store.ts'
import { commitEvent } from './work/save-work.ts'
import type { Standing } from './work/start-point.ts'
import type { WorkPlace } from './work/work-place.ts'
import { writeHeld } from './work/write-held.ts'

/** The files are here: a session that waited runs from now on, and one that ran before knows where it stands. */
export async function beginPass(deps: Deps, place: WorkPlace, standing: Standing): Promise<SessionRow> {
  const { start_commit, pushed_commit, hasArrived } = standing
  const commits = { start_commit, pushed_commit, pushing_commit: null }
  const arrived = hasArrived && pushed_commit !== null ? [await commitEvent(place, pushed_commit)] : []
  return writeHeld(deps, place.holder, async (tx, session) => {
    const now = deps.clock.now()
    if (session.state !== 'queued')
      return addEvents(tx, await updateSession(tx, session, now, commits), now, arrived)
    if (await heldSessionStore(tx).isBranchBusy(session, place.branch))
      throw new SessionFailed(
        'branch_busy',
        `Another session works on the branch ${place.branch}. Wait for its end, then send a message to this one.`,
      )
    const message_id = session.message_id ?? randomUUID()
    const { launched_by = null } = (await sessionStore(tx).find(session.app_id, session.id)) ?? {}
    const first: NewEvent = { type: 'message', data: { message_id, text: session.prompt, from: launched_by } }
    const begun = await addEvents(tx, session, now, session.message_id === null ? [first] : [])
    const moved = await moveSession(deps, tx, begun, 'start', {
      ...commits,
      ...{ message_id, branch_name: place.branch, pass_started_at: now, pass_steps: 0, tries: 0 },
      branch_id: session.branch_id ?? makeId('brn', now),
      session_url: `${codeAddress(deps, session.app_id)}/sessions/${session.id}`,
    })
    if (!moved) throw new WorkStopped('cancel')
    return moved
  })
}
