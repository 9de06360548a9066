import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'

/** pg-boss on our connections, with what we do not use switched off. Only a worker runs cron and maintenance. */
export function openBoss(options: {
  pool: pg.Pool
  log: Log
  work: boolean
  heartbeatSeconds: number
}): PgBoss {
  const { pool, log, work, heartbeatSeconds } = options
  const boss = new PgBoss({
    // Not through Kysely: the pool drops the connection of a script that failed between BEGIN and COMMIT.
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'pgboss',
    schedule: work,
    supervise: work,
    // A job whose worker died is taken back at the first look after a missed heartbeat. The claim of a look must be
    // shorter than the pause between two looks, or every other one finds itself too early.
    superviseIntervalSeconds: Math.ceil((heartbeatSeconds * 2) / 3),
    monitorIntervalSeconds: Math.max(1, Math.floor(heartbeatSeconds / 2)),
    maintenanceIntervalSeconds: 3600,
    flowIntervalSeconds: 86_400, // dependent jobs, which we do not use
  })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, `the job queue warns: ${message}`))
  return boss
}
