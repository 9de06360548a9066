/** When a step is tried again; pure but for the chance that spreads the attempts. */
import type { RetryPolicy } from '@atrium/contract/workflow-definition'
import { durationMs } from '../definition/duration.ts'
import type { Fault } from './fault.ts'

const MOST_ATTEMPTS = 3
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 5 * 60_000
/** Longer than that nobody is waited for, whatever they say. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000

/** For calls that no `try` is around: three attempts, as long as it may go well the next time. */
export function usualDelay(fault: Fault, attempt: number, chance = Math.random): number | null {
  if (!fault.isPassing || attempt >= MOST_ATTEMPTS) return null
  const spread = chance() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))
  return atLeast(fault, spread)
}

/** By the policy of a `try`; null when it allows no more attempts. `spentMs` counts from the first one. */
export function policyDelay(
  policy: RetryPolicy,
  fault: Fault,
  { attempt, spentMs }: { attempt: number; spentMs: number },
  chance = Math.random,
): number | null {
  const { count } = policy.limit?.attempt ?? {}
  if (attempt >= (count ?? MOST_ATTEMPTS)) return null
  const base = policy.delay === undefined ? 0 : durationMs(policy.delay)
  const delay = Math.min(LONGEST_RETRY_AFTER_MS, grown(policy, base, attempt) + jitter(policy, chance))
  const wait = atLeast(fault, delay)
  const most = policy.limit?.duration
  return most !== undefined && spentMs + wait > durationMs(most) ? null : wait
}

function grown({ backoff }: RetryPolicy, base: number, attempt: number): number {
  if (backoff?.exponential) return base * 2 ** (attempt - 1)
  if (backoff?.linear) return base * attempt
  return base
}

function jitter({ jitter }: RetryPolicy, chance: () => number): number {
  if (!jitter) return 0
  const from = durationMs(jitter.from)
  return from + chance() * Math.max(0, durationMs(jitter.to) - from)
}

function atLeast({ retryAfterMs = 0 }: Fault, delay: number): number {
  return Math.round(Math.max(delay, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS)))
}
