import { MAX_SESSION_EVENTS } from '@atrium/contract/coding-sessions'
import type { SessionRow } from '../tables.ts'

/** Left for what comes after the last turn: its results, the checks, the end. */
const EVENTS_AT_END = 150

/** Whether a session can hold what another turn brings. */
export function hasRoomForTurn({ last_seq }: Pick<SessionRow, 'last_seq'>): boolean {
  return last_seq <= MAX_SESSION_EVENTS - EVENTS_AT_END
}
