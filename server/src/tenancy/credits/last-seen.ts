import { createQueue } from '../../platform/batch.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Log } from '../../platform/log.ts'
import { tolerate } from '../../platform/tolerate.ts'
import { type Sighting, writeSightings } from './last-seen-store.ts'

export interface LastSeen {
  /** Costs the request nothing: it is written in the background, at most once a minute for a user and workspace. */
  record(userId: string, workspaceId: string): void
  /** Writes what was noted before. */
  settle(): Promise<void>
}

const EVERY_MS = 60_000
const REMEMBERED = 100_000
const BATCH = 500

export function createLastSeen({ db, clock, log }: { db: Db; clock: Clock; log: Log }): LastSeen {
  const writtenAt = new Map<string, number>()
  const queue = createQueue<Sighting>({
    most: BATCH,
    send: (batch) =>
      tolerate(log, 'when people were last seen could not be noted', writeSightings(db, batch), undefined),
  })

  return {
    record(user_id, workspace_id) {
      const now = clock.now()
      const key = `${workspace_id} ${user_id}`
      if (now.getTime() - (writtenAt.get(key) ?? -Infinity) < EVERY_MS) return
      if (writtenAt.size >= REMEMBERED) writtenAt.clear()
      writtenAt.set(key, now.getTime())
      queue.add({ workspace_id, user_id, last_seen: now })
    },
    settle: queue.settle,
  }
}
