import { WorkStopped } from '../../../../platform/running-work.ts'
import type { Deps } from '../../deps.ts'
import { moveSession } from '../../sessions/move-session.ts'
import { addEvents, type NewEvent, type SessionChanges } from '../../sessions/session-change-store.ts'
import type { Trigger } from '../../sessions/states.ts'
import type { SessionRow } from '../../tables.ts'
import type { Holder } from './held-session-store.ts'
import { writeHeld } from './write-held.ts'

export interface Move {
  changes?: SessionChanges
  /** Before the move. */
  events?: readonly NewEvent[]
}

/** Takes a session that is held to its next state. Throws the reason of a cancel when that came first. */
export function moveHeld(
  deps: Pick<Deps, 'db' | 'clock' | 'codingNotices' | 'credits'>,
  holder: Holder,
  trigger: Trigger,
  { changes = {}, events = [] }: Move = {},
): Promise<SessionRow> {
  return writeHeld(deps, holder, async (tx, session) => {
    const withEvents = await addEvents(tx, session, deps.clock.now(), events)
    const moved = await moveSession(deps, tx, withEvents, trigger, changes)
    if (moved) return moved
    if (session.state === 'cancelling') throw new WorkStopped('cancel')
    throw new Error(`A session that is ${session.state} cannot ${trigger}.`)
  })
}
