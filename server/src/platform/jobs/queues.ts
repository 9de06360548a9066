/** Brings the queues and schedules stored by pg-boss in line with the jobs that have code. */
import type { PgBoss, QueueOptions } from 'pg-boss'
import type { Db } from '../database/db.ts'
import type { Registered, Registry } from './registry.ts'
import { activeJobs, createQueues, type Envelope, unknownJobs } from './store.ts'

/** Refuses to go on while jobs are stored that this version would never run. */
export async function refuseUnknownJobs(db: Db, registry: Registry): Promise<void> {
  const unknown = await unknownJobs(db, registry.names())
  if (unknown.length === 0) return
  const list = unknown.map(({ name, count }) => `${name} (${count})`).join(', ')
  throw new Error(
    `The database holds unfinished jobs that this version has no code for: ${list}. ` +
      'Start the version that stored them and let it finish them, or give them up with: ' +
      `delete from pgboss.job where state < 'completed' and name in (${unknown.map(({ name }) => `'${name}'`).join(', ')})`,
  )
}

/** Before cron starts, so that it does not store jobs without code. */
export async function removeOldSchedules(boss: PgBoss, registry: Registry): Promise<void> {
  for (const { name, key } of await boss.getSchedules()) {
    if (!registry.get(name)?.cron || key) await boss.unschedule(name, key)
  }
}

export async function saveQueues(options: {
  boss: PgBoss
  db: Db
  registry: Registry
  heartbeatSeconds: number
}): Promise<void> {
  const { boss, db, registry, heartbeatSeconds } = options
  const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const wanted = registry.all().map((one) => ({
    name: one.job.name,
    options: { policy: 'short', ...queueOptions(one, heartbeatSeconds) },
  }))
  const missing = wanted.filter(({ name }) => !stored.has(name))
  if (missing.length > 0) await createQueues(db, missing)

  for (const one of registry.all()) {
    const queue = stored.get(one.job.name)
    const changed = queue && changedOptions(queue, queueOptions(one, heartbeatSeconds))
    if (changed) await boss.updateQueue(one.job.name, changed)
  }
  const cron = stored.get(CRON_QUEUE)
  const changed = cron && changedOptions(cron, { deleteAfterSeconds: HOUR })
  if (changed) await boss.updateQueue(CRON_QUEUE, changed)
}

export async function saveSchedules(boss: PgBoss, registry: Registry): Promise<void> {
  const stored = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  const start: Envelope = { payload: {}, attempt: 1 }
  for (const { job, cron, check } of registry.all()) {
    if (cron === null) continue
    check(start.payload)
    if (stored.get(job.name) !== cron) await boss.schedule(job.name, cron, start)
  }
}

/** What workers had that are gone is given back, as at a stop that did not wait for it. */
export async function takeBack(boss: PgBoss, db: Db): Promise<void> {
  const active = Map.groupBy(await activeJobs(db), ({ name }) => name)
  for (const [name, jobs] of active) {
    const ids = jobs.map(({ id }) => id)
    await boss.fail(name, ids, { message: 'The process that ran it is gone' })
  }
}

const HOUR = 3600
const DAY = 24 * HOUR
const CRON_QUEUE = '__pgboss__send-it' // what pg-boss hands scheduled jobs on with; its done rows pile up

/** How often the end of a worker process, or a stop that did not wait, may cut one try short. */
const LOST_WORKERS = 10

function queueOptions({ job }: Registered, heartbeatSeconds: number): QueueOptions {
  return {
    retryLimit: LOST_WORKERS,
    heartbeatSeconds,
    // Only a backstop: the worker itself ends a try in time.
    expireInSeconds: Math.ceil(job.timeoutSeconds) + 60,
    // Waiting jobs are never thrown away, failed ones can be looked at for two weeks.
    retentionSeconds: 10 * 365 * DAY,
    deleteAfterSeconds: 14 * DAY,
  }
}

function changedOptions(stored: QueueOptions, wanted: QueueOptions): QueueOptions | null {
  const changed = Object.entries(wanted).filter(([key, value]) => stored[key as keyof QueueOptions] !== value)
  return changed.length > 0 ? Object.fromEntries(changed) : null
}
