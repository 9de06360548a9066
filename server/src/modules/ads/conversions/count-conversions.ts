import { createQueue, takeAll } from '../../../platform/batch.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Log } from '../../../platform/log.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import { type MappingEvent, mappingStore, type Writes } from './mapping-store.ts'

/** Counts the writes that mappings stand for. */
export interface ConversionCounts {
  /** Costs the write nothing: it is added in the background, with all others of a second in one statement. */
  record(appId: string, entityName: string, change: 'created' | 'updated' | 'deleted', count: number): void
  /** Adds what was noted before. */
  settle(): Promise<void>
}

/** How long the first of a batch waits for others. */
const GATHER_MS = 1_000
const BATCH = 500
/** When the database cannot keep up, kinds of writes beyond are not counted: the writes matter more. */
const MOST_WAITING = 20_000

const EVENTS = { created: 'create', updated: 'update', deleted: 'delete' } as const satisfies Record<
  string,
  MappingEvent
>

export function createConversionCounts({
  db,
  clock,
  log,
}: {
  db: Db
  clock: Clock
  log: Log
}): ConversionCounts {
  const waiting = new Map<string, Writes>()
  const queue = createQueue<string>({
    most: BATCH,
    delayMs: GATHER_MS,
    send(keys) {
      const adding = mappingStore(db).addCounts(takeAll(waiting, keys))
      return tolerate(log, 'conversions could not be counted', adding, undefined)
    },
  })

  return {
    record(app_id, entity_name, change, count) {
      if (count === 0) return
      // Entities are named by letters, digits and _, so a blank cannot make two keys one.
      const day = clock.now().toISOString().slice(0, 10)
      const key = `${day} ${change} ${entity_name} ${app_id}`
      const known = waiting.get(key)
      if (known) known.count += count
      else if (waiting.size < MOST_WAITING) {
        waiting.set(key, { app_id, entity_name, event: EVENTS[change], day, count })
        queue.add(key)
      }
    },
    settle: queue.settle,
  }
}
