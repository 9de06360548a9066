import type { Log } from '../log.ts'
import type { HeavyQueryOptions } from './heavy-queries.ts'
import { openDatabase } from './open.ts'
import type { Connection } from './postmaster.ts'

interface HeavyConnectionOptions {
  connection: string | Connection
  /** As many for those who are known, and half as many for the others. */
  atOnce: number
  /** For those who are known; the others have a fifth of it. */
  longestMs: number
  /** For those who are known; the others have half of it. */
  largestAnswerBytes: number
  log: Log
}

/** As far as a scan; what must be done meanwhile still holds no lock for long. */
const BEHIND_OTHERS = 10

export function openHeavyConnections(options: HeavyConnectionOptions) {
  const { atOnce, longestMs, largestAnswerBytes, ...rest } = options
  const ofUnknown = { atOnce: Math.ceil(atOnce / 2), longestMs: Math.ceil(longestMs / 5) }
  const known = openDatabase({
    ...{ ...rest, largestAnswerBytes },
    maxConnections: atOnce,
    longestStatementMs: longestMs,
  })
  const unknown = openDatabase({
    ...rest,
    maxConnections: ofUnknown.atOnce,
    longestStatementMs: ofUnknown.longestMs,
    largestAnswerBytes: Math.ceil(largestAnswerBytes / 2),
    isReadOnly: true,
    niceness: BEHIND_OTHERS,
  })
  return {
    known: { db: known.db, atOnce, longestMs },
    unknown: { db: unknown.db, ...ofUnknown },
    async close() {
      await Promise.all([known.close(), unknown.close()])
    },
  } satisfies HeavyQueryOptions & { close(): Promise<void> }
}
