import type { PlanItem } from '@atrium/contract/coding-sessions'
import type { Deps } from '../deps.ts'
import { hasRoomForTurn } from '../sessions/event-room.ts'
import {
  addEvents,
  type NewEvent,
  type SessionChanges,
  updateSession,
} from '../sessions/session-change-store.ts'
import { waitingMessageStore } from '../sessions/waiting-message-store.ts'
import type { SessionRow } from '../tables.ts'
import type { Entry } from './loop/coder.ts'
import { lengthOf } from './loop/fit-history.ts'
import type { History, StoredTurn } from './loop/history.ts'
import type { Journal } from './loop/loop.ts'
import { SessionFailed } from './session-failed.ts'
import type { Holder } from './work/held-session-store.ts'
import { writeHeld } from './work/write-held.ts'

/** Of all that was said and done in a session (G592). */
const MOST_CHARACTERS = 20_000_000

/** Stores what a loop does as the events of its session. */
export function sessionJournal(
  deps: Pick<Deps, 'db' | 'clock'>,
  holder: Holder,
  { entries, savedTurns }: Pick<History, 'entries' | 'savedTurns'>,
  saveFiles: () => Promise<void>,
): Journal {
  const store = (change: (session: SessionRow) => { events: NewEvent[]; changes?: SessionChanges }) =>
    writeHeld(deps, holder, async (tx, session) => {
      const now = deps.clock.now()
      const { events, changes } = change(session)
      await addEvents(tx, await updateSession(tx, session, now, { ...changes, tries: 0 }), now, events)
    })
  let length = entries.reduce((sum, entry) => sum + lengthOf(entry), 0)
  const count = (entry: Entry) => {
    length += lengthOf(entry)
  }
  return {
    entries,
    savedTurns,
    saveFiles,
    takeMessages: () => takeMessages(deps, holder),
    async storeTurn({ text, calls, usage, cost_micros }) {
      await store((session) => {
        requireRoom(session, length)
        const data: StoredTurn = { text, calls, usage: { ...usage, cost_micros } }
        return {
          events: [{ type: 'turn', data: { ...data } }],
          changes: {
            step_count: session.step_count + 1,
            pass_steps: session.pass_steps + 1,
            input_tokens: session.input_tokens + usage.input_tokens,
            output_tokens: session.output_tokens + usage.output_tokens,
            cost_micros: session.cost_micros + cost_micros,
          },
        }
      })
      count({ type: 'turn', text, calls })
    },
    async storeResult({ id: call_id, tool }, result) {
      await store(() => ({ events: [{ type: 'tool_result', data: { call_id, tool, ...result } }] }))
      count({ type: 'tool_result', call_id, ...result })
    },
    storePlan: (plan: PlanItem[]) =>
      store(() => ({ events: [{ type: 'plan', data: { items: plan } }], changes: { plan } })),
  }
}

/** Messages that wait are read now, and become part of what happened. */
export function takeMessages(deps: Pick<Deps, 'db' | 'clock'>, holder: Holder): Promise<Entry[]> {
  return writeHeld(deps, holder, async (tx, session) => {
    const now = deps.clock.now()
    const messages = await waitingMessageStore(tx).deliver(session.id, now)
    const events = messages.map(({ id, text, email }) => ({
      type: 'message' as const,
      data: { message_id: id, text, from: email },
    }))
    await addEvents(tx, session, now, events)
    return messages.map(({ text }) => ({ type: 'message', text: text ?? '' }))
  })
}

function requireRoom(session: SessionRow, length: number): void {
  if (!hasRoomForTurn(session) || length > MOST_CHARACTERS)
    throw new SessionFailed(
      'step_limit',
      'More has happened in this session than one can hold. Launch another one on its branch.',
    )
}
