import { INPUT_HOURS } from '@atrium/contract/coding-sessions'
import { Type } from 'typebox'
import { transaction } from '../../../platform/database/transaction.ts'
import { job } from '../../../platform/jobs/job.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'
import { moveSession } from '../sessions/move-session.ts'
import { sessionStore } from '../sessions/session-store.ts'
import { carryOutSession } from './carry-out-session.ts'
import { heldSessionStore, MOST_TRIES } from './work/held-session-store.ts'

const AT_ONCE = 100

const LOST = {
  error_code: 'internal_error',
  error_message: `The server was lost ${MOST_TRIES} times at the same place. Send a message to try again, and ask the operator to look into the log.`,
} as const
const NOT_ANSWERED = {
  error_code: 'input_timeout',
  error_message: `Nobody answered its question within ${INPUT_HOURS} hours. Send a message to let it go on.`,
} as const

/** Settles sessions that nobody holds, and ends those whose question was not answered in time. */
export const resumeSessions = job('coding.resume', {
  payload: Type.Object({}),
  retry: [],
  async run(deps: Deps) {
    const { db, clock, log } = deps
    for (const id of await heldSessionStore(db).listUnheld(clock.now(), AT_ONCE))
      await tolerate(log, 'a coding session was not resumed', resume(deps, id), undefined)
    for (const id of await heldSessionStore(db).listUnanswered(clock.now(), AT_ONCE))
      await tolerate(log, 'a question stays open', expire(deps, id), undefined)
  },
})

/** Ends it where nobody will, else lets it wait for a worker. */
async function resume(deps: Deps, id: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const session = await sessionStore(tx).lock(id)
    // Somebody took it since, or it has ended.
    if (!session || (session.leased_until !== null && session.leased_until >= deps.clock.now())) return
    const isLost = session.tries >= MOST_TRIES
    // A pull request may be there: only somebody who asks the forge can find out.
    if (session.state === 'cancelling' && (isLost || !(await sessionStore(tx).wasOpening(id))))
      await moveSession(deps, tx, session, 'stopped')
    else if (isLost) await moveSession(deps, tx, session, 'fail', LOST)
    else await deps.jobs.send(tx, carryOutSession, { session_id: id }, { key: id })
  })
}

async function expire(deps: Deps, id: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const session = await sessionStore(tx).lock(id)
    if (session?.state === 'needs_input') await moveSession(deps, tx, session, 'expire', NOT_ANSWERED)
  })
}
