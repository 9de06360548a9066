import { createQueue } from '../../../platform/batch.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Log } from '../../../platform/log.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import { type ConnectorCallRow, connectorCalls } from '../tables.ts'
import type { CountCall } from './call-metrics.ts'

/** Calls to connected services, on their way into the database. */
export interface CallLog {
  /** Costs the call nothing: it is written in the background. */
  record(call: ConnectorCallRow): void
  /** Writes what was noted before. */
  settle(): Promise<void>
}

/** How long the first of a batch waits for others. */
const WAIT_MS = 500
const BATCH = 500
/** When the database cannot keep up, those beyond are not recorded. */
const MOST_WAITING = 20_000

export function createCallLog({ db, log, count }: { db: Db; log: Log; count: CountCall }): CallLog {
  const insert = async (rows: readonly ConnectorCallRow[]) => void (await connectorCalls.insertNew(db, rows))
  const queue = createQueue<ConnectorCallRow>({
    most: BATCH,
    delayMs: WAIT_MS,
    send: (rows) => tolerate(log, 'calls of connectors could not be noted', insert(rows), undefined),
  })
  return {
    record(call) {
      count(call)
      if (queue.waiting() < MOST_WAITING) queue.add(call)
    },
    settle: queue.settle,
  }
}
