import type { Db } from '../database/db.ts'
import type { Log } from '../log.ts'
import { tolerate } from '../tolerate.ts'
import { type KeyRow, keyStore } from './store.ts'

/** Of one caller; older keys are deleted before their time. */
export const MOST_KEYS = { keys: 100_000, bytes: 64 * 2 ** 20 }
/** After so much of one caller their keys are looked at; on each node apart. */
const LOOK_AFTER = { keys: 1_000, bytes: 8 * 2 ** 20 }
const REMEMBERED = 10_000

/** Keeps what one caller has stored within bounds, in the background: no request waits for it. */
export function createTrimming({ db, log }: { db: Db; log: Log }) {
  const since = new Map<string, { keys: number; bytes: number }>()
  let working = Promise.resolve()
  return {
    record({ caller, answer }: Pick<KeyRow, 'caller' | 'answer'>): void {
      const counted = since.get(caller) ?? { keys: 0, bytes: 0 }
      counted.keys++
      counted.bytes += answer?.length ?? 0
      if (counted.keys < LOOK_AFTER.keys && counted.bytes < LOOK_AFTER.bytes) {
        if (!since.has(caller) && since.size >= REMEMBERED) since.clear()
        since.set(caller, counted)
        return
      }
      since.delete(caller)
      const what = 'the keys of a caller were not looked at'
      // One after the other, on one connection of all.
      working = working.then(() => tolerate<void>(log, what, keyStore(db).trim(caller, MOST_KEYS), undefined))
    },
    settle: () => working,
  }
}
