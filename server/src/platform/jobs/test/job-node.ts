import { type Clock, systemClock } from '../../clock.ts'
import { openDatabase } from '../../database/open.ts'
import { createLog } from '../../log.ts'
import { createJobs } from '../jobs.ts'

/** One of several servers that share the jobs of a database; only what background work needs. */
export function jobNode(connection: string, options: { clock?: Clock; heartbeatSeconds?: number } = {}) {
  const log = createLog('silent')
  const database = openDatabase({ connection, log, maxConnections: 4 })
  const done: { name: string; outcome: string }[] = []
  const jobs = createJobs({
    ...database,
    log,
    clock: systemClock,
    onDone: (name, outcome) => done.push({ name, outcome }),
    ...options,
  })
  return {
    ...database,
    jobs,
    done,
    async stop(graceSeconds = 0) {
      await jobs.stop({ graceSeconds })
      await database.close()
    },
  }
}
