import { FAILURES_BEFORE_TURN_OFF, type Webhook } from '@atrium/sdk'

export type Health =
  | { state: 'on' }
  | { state: 'failing'; failures: number }
  /** By someone. */
  | { state: 'off'; since: string }
  /** By Atrium, after too many failures. */
  | { state: 'turned_off'; since: string }

export function healthOf({
  disabled_at,
  consecutive_failures: failures,
}: Pick<Webhook, 'disabled_at' | 'consecutive_failures'>): Health {
  if (disabled_at !== null) {
    return { state: failures >= FAILURES_BEFORE_TURN_OFF ? 'turned_off' : 'off', since: disabled_at }
  }
  return failures > 0 ? { state: 'failing', failures } : { state: 'on' }
}
