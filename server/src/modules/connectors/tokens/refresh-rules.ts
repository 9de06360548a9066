/** When tokens are refreshed, when it is tried again, and when it is given up. Times are those of the database. */
import { REFRESH_DAYS } from '@atrium/contract/connectors'
import type { ConnectionRow } from '../tables.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const MARGIN = 15 * MINUTE
/** Tokens that were given together are not all refreshed together. */
const SPREAD = 5 * MINUTE
/** Services have been seen to name ends that no calendar has. */
const LONGEST = 10 * 365 * DAY

const FIRST_WAIT = 30
const LONGEST_WAIT = HOUR
/** A server that was off for days has not tried in vain for days. */
const FEWEST_FAILURES = 10

/** With less than this left, a call has the token refreshed first. */
const ENDING = MINUTE
/** A new token is not replaced for so long, whatever the service says of it. */
const QUIET = 30

/** The end of a token that is good for so many seconds; null when it lasts, which services also say with a zero. */
export function tokenEndOf(expiresIn: number | null, now: Date): Date | null {
  if (expiresIn === null || !(expiresIn > 0)) return null
  return later(now, Math.min(expiresIn, LONGEST))
}

/**
 * When a token that is good for so many seconds is to be refreshed; null when it lasts. A short one at half of its life.
 * `jitter` is any number from 0 to 1.
 */
export function refreshTimeOf(expiresIn: number | null, now: Date, jitter: number): Date | null {
  const end = tokenEndOf(expiresIn, now)
  if (!end) return null
  const lifetime = secondsBetween(now, end)
  return later(now, lifetime - Math.min(MARGIN + SPREAD * jitter, lifetime / 2))
}

/** Until when a token that was given just now is left alone. */
export function quietUntil(expiresIn: number | null, now: Date): Date {
  const end = tokenEndOf(expiresIn, now)
  return later(now, end ? Math.min(QUIET, secondsBetween(now, end) / 2) : QUIET)
}

export type AfterFailure = { isOver: true } | { isOver: false; tryAgainAt: Date }

/** What follows from a try that failed; `failures` and `failingSince` count it. */
export function afterFailure(
  { failures, failingSince, isFinal }: { failures: number; failingSince: Date; isFinal: boolean },
  now: Date,
): AfterFailure {
  const isLong = secondsBetween(failingSince, now) >= REFRESH_DAYS * DAY && failures >= FEWEST_FAILURES
  if (isFinal || isLong) return { isOver: true }
  const wait = Math.min(FIRST_WAIT * 2 ** (failures - 1), LONGEST_WAIT)
  return { isOver: false, tryAgainAt: later(now, wait) }
}

export type TokenState = 'good' | 'ending' | 'ended'

/** `ending`: still good, but a refresh comes first where that is possible now. */
export function tokenState(
  { token_expires_at, refresh_at }: Pick<ConnectionRow, 'token_expires_at' | 'refresh_at'>,
  now: Date,
): TokenState {
  if (!token_expires_at) return 'good'
  if (token_expires_at <= now) return 'ended'
  const isDue = refresh_at !== null && refresh_at <= now
  return isDue && secondsBetween(now, token_expires_at) <= ENDING ? 'ending' : 'good'
}

/** What a call does about a token: `use` it as it is, `wait` for the node that refreshes it, `refresh` it, or `fail`. */
export type NextStep = 'use' | 'wait' | 'refresh' | 'fail'

/** `isRefused`: the service did not take the token. */
export function nextStep(
  seen: Pick<
    ConnectionRow,
    'token_expires_at' | 'refresh_at' | 'refresh_failures' | 'refresh_claimed_until'
  > & { is_claimed: boolean; now: Date },
  { isRefused, isRefreshable }: { isRefused: boolean; isRefreshable: boolean },
): NextStep {
  const { now, refresh_at, refresh_failures, refresh_claimed_until } = seen
  const state = tokenState(seen, now)
  if (state === 'good' && !isRefused) return 'use'
  if (seen.is_claimed) return 'wait'
  const isNew = refresh_claimed_until !== null && refresh_claimed_until > now
  // A service that refuses a new token means something else, and would be asked for another with every call.
  if (isNew || (!isRefreshable && state !== 'ended')) return 'use'
  const isCoolingDown = refresh_failures > 0 && refresh_at !== null && refresh_at > now
  return isCoolingDown ? 'fail' : 'refresh'
}

function later(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1_000)
}

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1_000
}
