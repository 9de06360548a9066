import type { Delivery } from '@atrium/sdk'

const SOON_MS = 30_000
const OFTEN_MS = 3_000
const SELDOM_MS = 30_000

/** How long until the log is read again by itself: often while something is about to happen, never while nothing is. */
export function pollMs(
  items: readonly Pick<Delivery, 'status' | 'next_attempt_at'>[],
  pendingInAll: number,
  now: Date,
): number | false {
  if (pendingInAll === 0) return false
  const pending = items.filter(({ status }) => status === 'pending')
  const isSoon = ({ next_attempt_at }: Pick<Delivery, 'next_attempt_at'>) =>
    next_attempt_at === null || Date.parse(next_attempt_at) - now.getTime() < SOON_MS
  return pending.length === 0 || pending.some(isSoon) ? OFTEN_MS : SELDOM_MS
}
