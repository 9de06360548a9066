import { createQueue, takeAll } from '../../platform/batch.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { tolerate } from '../../platform/tolerate.ts'
import { type VisitRow, writeVisits } from './visit-store.ts'

export interface Visits {
  /** Costs the request nothing: it is written in the background, what happens again within a minute in one row. */
  record(visit: Pick<VisitRow, 'app_id' | 'page' | 'user_id' | 'user_email'>): void
  /** Writes what was noted before. */
  settle(): Promise<void>
}

const MINUTE_MS = 60_000
/** How long the first of a batch waits for others. */
const GATHER_MS = 1_000
const BATCH = 500
/** When the database cannot keep up, those beyond are not counted: people matter more than their figures. */
const MOST_WAITING = 20_000

export function createVisits({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Visits {
  const waiting = new Map<string, VisitRow>()
  const queue = createQueue<string>({
    most: BATCH,
    delayMs: GATHER_MS,
    send(keys) {
      const rows = takeAll(waiting, keys)
      return tolerate(log, 'visits of apps could not be written', writeVisits(db, rows), undefined)
    },
  })

  return {
    record(visit) {
      const now = clock.now()
      const minute = Math.floor(now.getTime() / MINUTE_MS)
      const key = JSON.stringify([visit.app_id, visit.page, visit.user_id, minute])
      const known = waiting.get(key)
      if (known) {
        known.visits++
        return
      }
      if (waiting.size >= MOST_WAITING) return
      waiting.set(key, { ...visit, id: makeId('vis', now), visits: 1, created_date: now })
      queue.add(key)
    },
    settle: queue.settle,
  }
}
