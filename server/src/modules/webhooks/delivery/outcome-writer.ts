import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createQueue } from '../../../platform/batch.ts'
import type { Health, Outcome } from './outcome.ts'

export interface OutcomeWriter {
  /** Resolves when the outcome is stored, with how the webhook stands then. */
  write(outcome: Outcome): Promise<Health>
}

interface Waiting {
  outcome: Outcome
  resolve(health: Health): void
  reject(error: unknown): void
}

const MAX_BATCH = 256
/** Under load a moment's wait makes one large batch of two small ones; fewer than so many never wait. */
const BUSY = 32
const ENOUGH = 128
const GATHER_MS = 4
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 2_000
/** Tries of a batch once the engine is being stopped. */
const LAST_TRIES = 3

/**
 * Batches outcomes while the last batch is being written, so that many deliveries share one commit.
 * An idle writer writes at once; only under load it waits a moment for more.
 *
 * What was sent cannot be unsent, so a batch is written again, under the same id, until the database takes it.
 */
export function createOutcomeWriter(options: {
  store(outcomes: readonly Outcome[], batchId: string): Promise<Map<string, Health>>
  /** Whether the same batch may be taken later. */
  mayPass(error: unknown): boolean
  stopping: AbortSignal
}): OutcomeWriter {
  const { store, mayPass, stopping } = options
  const queue = createQueue<Waiting>({
    most: MAX_BATCH,
    async send(batch) {
      await writeBatch(batch)
      const waiting = queue.waiting()
      if (batch.length >= BUSY && waiting > 0 && waiting < ENOUGH) await wait(GATHER_MS)
    },
  })

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const healthById = await storePatiently(batch.map(({ outcome }) => outcome))
      for (const { outcome, resolve } of batch) resolve(healthById.get(outcome.webhook_id) as Health)
    } catch (error) {
      // One that cannot be stored must not take the others with it.
      if (batch.length > 1 && !mayPass(error)) for (const one of batch) await writeBatch([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  async function storePatiently(outcomes: readonly Outcome[]): Promise<Map<string, Health>> {
    const batchId = randomUUID()
    for (let tried = 1; ; tried++) {
      try {
        return await store(outcomes, batchId)
      } catch (error) {
        if (!mayPass(error) || (stopping.aborted && tried >= LAST_TRIES)) throw error
        await wait(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tried), undefined, {
          signal: stopping.aborted ? undefined : stopping,
        }).catch(() => {})
      }
    }
  }

  return {
    write: (outcome) => new Promise((resolve, reject) => queue.add({ outcome, resolve, reject })),
  }
}
