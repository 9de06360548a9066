import { createCache } from '../cache.ts'
import type { Db } from './db.ts'

/** Rows by what they belong to, remembered on each node because every write asks for them. */
export interface RememberedRows<Row> {
  /** Read, if need be, by the transaction that asks: one that waits for a second connection may wait for itself. */
  of(db: Db, key: string): readonly Row[] | Promise<readonly Row[]>
  /** They changed; without a key, perhaps those of any. */
  invalidate(key?: string): void
}

/** As long as credentials and schemas are, should a message between nodes be lost. */
const CACHE_MS = 5_000
const MOST_KEYS = 10_000

export function createRememberedRows<Row>(
  read: (db: Db, key: string) => Promise<readonly Row[]>,
): RememberedRows<Row> {
  const cache = createCache<{ key: string; rows: readonly Row[] }>({ ms: CACHE_MS, most: MOST_KEYS })
  return {
    of(db, key) {
      const known = cache.get(key)
      if (known) return known.rows
      return cache.load(key, async () => ({ key, rows: await read(db, key) })).then(({ rows }) => rows)
    },
    invalidate(key) {
      cache.invalidate(key === undefined ? undefined : (known) => known.key === key)
    },
  }
}
