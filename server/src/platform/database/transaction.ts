import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'

/**
 * Runs the work in one transaction. It may run up to three times: rivals for the same rows make it start over. Within a
 * transaction it becomes a part of that, which fails alone or is committed with the whole.
 */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return asPartOf(db as Tx, work)
  return inSpiteOfRivals(() => db.transaction().execute(work))
}

let parts = 0

async function asPartOf<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const name = sql.raw(`part_${++parts}`)
  await sql`savepoint ${name}`.execute(tx)
  try {
    return await work(tx)
  } catch (error) {
    // On a connection that is lost there is nothing to take back, and the error says more.
    await sql`rollback to savepoint ${name}`.execute(tx).catch(() => {})
    throw error
  }
}

/**
 * A transaction whose work is written as if each part of it were committed at once: what such a part does with
 * `afterCommit` waits for the end of the whole, and is left out when that fails.
 */
export async function wholeTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let acts: (() => void)[] = []
  const result = await transaction(db, (tx) => {
    acts = []
    actsAfter.set(tx, acts)
    return work(tx)
  })
  for (const act of acts) act()
  return result
}

const actsAfter = new WeakMap<Db, (() => void)[]>()

/** For what must not come before what was written by this `db` is there for all. */
export function afterCommit(db: Db, act: () => void): void {
  const acts = actsAfter.get(db)
  if (acts) acts.push(act)
  else act()
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

/** For a race that the database does not see as one: `transaction` starts over. */
export class LostRace extends Error {
  readonly code = '40001'
}
