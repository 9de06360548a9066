import type { SigningKey } from '../signing.ts'
import { type AttemptDeps, attemptDelivery, describeOutcome, isSuccess } from './attempt.ts'
import type { ClaimedLane, DueDelivery, LaneWork } from './lane-store.ts'
import type { DeliveryMetrics } from './metrics.ts'
import type { Outcome } from './outcome.ts'
import type { OutcomeWriter } from './outcome-writer.ts'
import { retryAfter } from './retry-rules.ts'

export interface LaneDeps extends AttemptDeps {
  writer: OutcomeWriter
  metrics: DeliveryMetrics
  /** Seconds to wait after each failed attempt. */
  retryWaits: readonly number[]
  /** For one attempt, from the name to the last byte. */
  attemptMs: number
  /** Reported while it still runs of an attempt that takes longer than `slowMs`. */
  onSlow(webhookId: string): void
  slowMs: number
}

/** Successes of a lane that may still be being written while it goes on: each is sent again if the node dies. */
const MOST_UNWRITTEN = 4

/**
 * Sends the due deliveries of a lane one after the other; ends early when the lease is lost or the webhook changed.
 * After a success the next one leaves while the outcome is being written; a failure is waited for, as it may be the
 * last one that the webhook has. Halfway through it asks for more, next to those it has.
 */
export async function serveLane(
  deps: LaneDeps,
  { lane, deliveries }: LaneWork,
  signal: AbortSignal,
  readOn: (has: DueDelivery[]) => Promise<DueDelivery[]> = async () => [],
): Promise<void> {
  const keys = deps.keysOf(lane)
  const unwritten: Promise<void>[] = []
  let isOver = false
  let isSending = false
  // One timer for the lane, set again for each attempt.
  const watch = setTimeout(() => isSending && deps.onSlow(lane.webhook_id), deps.slowMs)

  /** Returns what comes next. */
  async function sendAll(due: DueDelivery[]): Promise<DueDelivery[]> {
    const halfway = due.length >> 1
    let next: Promise<DueDelivery[]> | null = null
    for (const [n, delivery] of due.entries()) {
      if (isOver || signal.aborted) return []
      if (n === halfway) next = readOn(due).catch(() => []) // the next claim meets the same failure, and tells
      isSending = true
      watch.refresh()
      const outcome = await send(deps, lane, keys, delivery)
      isSending = false
      const writing = deps.writer.write(outcome).then(({ lost, epoch, updated_date }) => {
        isOver ||= lost > 0 || epoch !== lane.epoch || updated_date.getTime() !== lane.updated_date.getTime()
      })
      writing.catch(() => {}) // it is waited for, but perhaps only after others were sent
      unwritten.push(writing)
      if (!outcome.ok) await Promise.all(unwritten.splice(0))
      else if (unwritten.length === MOST_UNWRITTEN) await unwritten.shift()
    }
    return next ?? []
  }

  try {
    for (let due = deliveries; due.length > 0; ) due = await sendAll(due)
  } finally {
    clearTimeout(watch)
  }
  await Promise.all(unwritten)
}

async function send(
  deps: LaneDeps,
  lane: ClaimedLane,
  keys: readonly SigningKey[],
  delivery: DueDelivery,
): Promise<Outcome> {
  const attempt = delivery.attempt + 1
  if (attempt === 1) deps.metrics.firstAttemptAfter(delivery.age_seconds)
  const attempted = await attemptDelivery(deps, lane, keys, delivery, deps.attemptMs)
  const { outcome } = attempted
  const described: Outcome = {
    ...describeOutcome(attempted),
    delivery_id: delivery.id,
    seq: delivery.seq,
    webhook_id: lane.webhook_id,
    lane: lane.lane,
    claim_id: lane.claim_id,
    epoch: lane.epoch,
    attempt,
    retry_seconds: isSuccess(outcome) ? null : retryAfter(outcome, attempt, deps.retryWaits, Math.random()),
    is_slow: outcome.durationMs > deps.slowMs,
  }
  deps.metrics.attempt(described)
  return described
}
