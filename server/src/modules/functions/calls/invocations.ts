import { createQueue } from '../../../platform/batch.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Log } from '../../../platform/log.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { InvocationRow } from '../tables.ts'
import { invocationStore } from './invocation-store.ts'

/** Calls of functions, on their way into the database. */
export interface Invocations {
  /** Costs the call nothing: it is written in the background. */
  record(invocation: InvocationRow): void
  /** Writes what was noted before. */
  settle(): Promise<void>
}

/** How long the first of a batch waits for others. */
const GATHER_MS = 500
const BATCH = 500
/** When the database cannot keep up, those beyond are not recorded. */
const MOST_WAITING = 20_000

export function createInvocations({ db, log }: { db: Db; log: Log }): Invocations {
  const queue = createQueue<InvocationRow>({
    most: BATCH,
    delayMs: GATHER_MS,
    send: (rows) =>
      tolerate(log, 'calls of functions could not be noted', invocationStore(db).insert(rows), undefined),
  })
  return {
    record(invocation) {
      if (queue.waiting() < MOST_WAITING) queue.add(invocation)
    },
    settle: queue.settle,
  }
}
