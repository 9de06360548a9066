import { MAX_SESSION_MINUTES } from '@atrium/contract/coding-sessions'
import { Type } from 'typebox'
import { transaction } from '../../../platform/database/transaction.ts'
import { makeId } from '../../../platform/ids.ts'
import { job } from '../../../platform/jobs/job.ts'
import { takeWaiting, WorkStopped } from '../../../platform/running-work.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'
import { updateSession } from '../sessions/session-change-store.ts'
import { notifyOfWaiting } from '../sessions/session-channel.ts'
import { carryOutPass } from './carry-out-pass.ts'
import { endPass } from './end-pass.ts'
import type { HeldSession, Pass } from './pass.ts'
import { holdSession } from './session-lease.ts'
import { settleCancelled } from './settle-cancelled.ts'
import { heldSessionStore } from './work/held-session-store.ts'
import { removeLeftFolders, removeWorkFolder } from './work/work-folders.ts'
import { SessionLost, writeHeld } from './work/write-held.ts'

/** Longer than all that waits, where the job waits for the sessions that it takes. */
const LONGEST_SECONDS = 3_600
/** Until then the server that stops is gone, or does not take jobs any more. */
const HAND_BACK_SECONDS = 5

/** Says that a session waits. The oldest is taken, be it this one or not; where there is no room, the other servers are asked. */
export const carryOutSession = job('coding.carry_out', {
  payload: Type.Object({ session_id: Type.String() }),
  retry: [10, 60],
  timeoutSeconds: LONGEST_SECONDS,
  async run(deps: Deps) {
    if ((await takeSessions(deps)) === 'full') await notifyOfWaiting(deps.db)
  },
})

export function takeSessions(deps: Deps): Promise<'full' | 'none_waits'> {
  const { db, clock, log, runningSessions } = deps
  return takeWaiting({
    ...{ running: runningSessions, log, of: 'a coding session' },
    async claim(): Promise<HeldSession | undefined> {
      const now = clock.now()
      const worker = makeId('worker', now)
      const session = await transaction(db, (tx) => heldSessionStore(tx).claimOldest(worker, now))
      return session && { ...session, worker }
    },
    carryOut: (session, signal) => carryOut(deps, session, signal),
  })
}

async function carryOut(deps: Deps, session: HeldSession, stopping: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const cancelled = new AbortController()
  const late = AbortSignal.timeout(timeLeft(deps, session))
  const signal = AbortSignal.any([stopping, cancelled.signal, lost.signal, late])
  const lease = holdSession(deps, session, {
    onLost: () => lost.abort(new SessionLost()),
    onCancel: () => cancelled.abort(new WorkStopped('cancel')),
  })
  const pass: Pass = { session, signal, place: null, stage: 'provisioning' }
  try {
    await tolerate(deps.log, 'folders of lost sessions stay', removeLeftFolders(deps), undefined)
    const carriedOut =
      session.state === 'cancelling' ? settleCancelled(deps, session) : carryOutPass(deps, pass)
    const [ended] = await Promise.allSettled([carriedOut])
    // The first of the reasons, whatever the work made of it.
    if (ended.status === 'fulfilled') return
    const end = await endPass(deps, pass, signal.aborted ? signal.reason : ended.reason)
    if (end !== 'ended') await releaseSession(deps, session, { isTry: end === 'broken' })
  } catch (error) {
    if (!(error instanceof SessionLost)) throw error
  } finally {
    await lease.end()
    await tolerate(deps.log, 'the folder of a session stays', removeWorkFolder(deps, session), undefined)
  }
}

/** Of the pass; one that has not begun has all of it. */
function timeLeft({ clock }: Deps, { state, pass_started_at }: HeldSession): number {
  const all = MAX_SESSION_MINUTES * 60_000
  if (state === 'queued' || pass_started_at === null) return all
  return Math.min(all, Math.max(0, all - (clock.now().getTime() - pass_started_at.getTime())))
}

/** The session waits for another server, or for the next start. */
async function releaseSession(deps: Deps, holder: HeldSession, { isTry }: { isTry: boolean }): Promise<void> {
  await writeHeld(deps, holder, async (tx, session) => {
    const tries = isTry ? session.tries : Math.max(0, session.tries - 1)
    await updateSession(tx, session, deps.clock.now(), { worker: null, leased_until: null, tries })
    await deps.jobs.send(tx, carryOutSession, { session_id: session.id }, { after: HAND_BACK_SECONDS })
    if (!isTry) await notifyOfWaiting(tx)
  })
}
