import type { SessionState } from '@atrium/contract/coding-sessions'

/** What happens to a session. */
export type Trigger =
  | 'start'
  | 'ask'
  | 'answer'
  | 'expire'
  | 'finish_with_changes'
  | 'finish_without_changes'
  | 'opened'
  | 'nothing_to_merge'
  | 'fail'
  | 'cancel'
  | 'stopped'
  | 'message'

/** Every state, what can happen to a session in it, and the state that follows (G560). */
export const TRANSITIONS: Readonly<Record<SessionState, Readonly<Partial<Record<Trigger, SessionState>>>>> = {
  queued: { start: 'running', cancel: 'cancelled', fail: 'failed' },
  running: {
    ask: 'needs_input',
    finish_with_changes: 'opening_pull_request',
    finish_without_changes: 'completed',
    cancel: 'cancelling',
    fail: 'failed',
  },
  needs_input: { answer: 'running', expire: 'failed', cancel: 'cancelling' },
  opening_pull_request: {
    opened: 'completed',
    nothing_to_merge: 'completed',
    cancel: 'cancelling',
    fail: 'failed',
  },
  cancelling: { stopped: 'cancelled', opened: 'completed' },
  completed: { message: 'queued' },
  failed: { message: 'queued' },
  cancelled: { message: 'queued' },
}

/** Null when this cannot happen to a session in that state. */
export function nextState(state: SessionState, trigger: Trigger): SessionState | null {
  return TRANSITIONS[state][trigger] ?? null
}

export const ENDED_STATES = ['completed', 'failed', 'cancelled'] as const satisfies SessionState[]
export const hasEnded = (state: SessionState) => (ENDED_STATES as readonly string[]).includes(state)
