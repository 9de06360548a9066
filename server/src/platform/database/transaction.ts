import { setTimeout as wait } from 'node:timers/promises'
import type { Db, Tx } from './db.ts'

/** Runs the work in one transaction. It may run up to three times: rivals for the same rows make it start over. */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inSpiteOfRivals(() => db.transaction().execute(work))
}

/** As `transaction` does, for a statement that stands alone. */
export async function inSpiteOfRivals<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (error) {
      if (tried === MOST_TRIES || !isLostRace(error)) throw error
      await wait(Math.random() * 20 * tried) // so that the rivals do not meet again in step
    }
  }
}

const MOST_TRIES = 3
const LOST_RACE_CODES = new Set<unknown>(['40001', '40P01']) // serialization failure, deadlock

/** Rivals for the same rows were faster. */
export function isLostRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOST_RACE_CODES.has(error.code)
}
