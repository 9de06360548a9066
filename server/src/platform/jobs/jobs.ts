/** Background work: stored with the transaction that wants it, run at least once, retried by its own list of waits. */
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/db.ts'
import type { Log } from '../log.ts'
import { type Attempt, createAttempt, type Outcome } from './attempt.ts'
import { drain } from './drain.ts'
import type { Job, Schedule } from './job.ts'
import { openBoss } from './open-boss.ts'
import { refuseUnknownJobs, removeOldSchedules, saveQueues, saveSchedules, takeBack } from './queues.ts'
import { createRegistry } from './registry.ts'
import { countJobs, insertJobs, type JobCount, type NewJob, replaceWaiting } from './store.ts'
import { startWorker, type Worker } from './worker.ts'

export interface Jobs {
  /** Before `start`. Throws when the name is taken. */
  register<Deps, Payload>(job: Job<Deps, Payload>, deps: Deps): void
  /** Registers the job too, unless that was done. */
  schedule<Deps>(schedule: Schedule<Deps>, deps: Deps): void
  /**
   * Refuses when unfinished jobs are stored that have no code here. Runs jobs only when `work`. Where no other node can
   * live (`isAlone`), jobs that somebody seems to run are taken back at once: else they wait for a missed heartbeat.
   */
  start(options: { work: boolean; isAlone?: boolean }): Promise<void>
  /** Stores the job in the transaction: when that is rolled back, there is no job. */
  send<Payload>(
    tx: Db,
    job: Job<never, Payload>,
    payload: NoInfer<Payload>,
    options?: SendOptions,
  ): Promise<void>
  /** As `send`, for many in one statement. */
  sendMany<Payload>(tx: Db, job: Job<never, Payload>, payloads: readonly NoInfer<Payload>[]): Promise<void>
  /** One payload, which must fit all their schemas, for several jobs in one statement. */
  sendToAll(tx: Db, jobs: readonly Job<never>[], payload: unknown): Promise<void>
  /** For tests: runs one after the other what is due, and what that brings, until nothing is left. */
  drain(options?: { ignoreDelays?: boolean }): Promise<{ name: string; outcome: string }[]>
  /** Waits for running jobs; those that take longer are given back and run again elsewhere or later. */
  stop(options?: { graceSeconds?: number }): Promise<void>
  counts(): Promise<JobCount[]>
}

export interface SendOptions {
  /** Seconds from now, or a time. */
  after?: number | Date
  /**
   * At most one job waits under a key: the next one sent gives it its payload, and the earlier of the two times.
   * A job that runs does not wait any more.
   */
  key?: string
}

export function createJobs(options: {
  db: Db
  pool: pg.Pool
  log: Log
  clock: Clock
  onDone?: (name: string, outcome: Outcome, seconds: number) => void
  /** Jobs of a worker that died are taken over after at most twice this time. */
  heartbeatSeconds?: number
}): Jobs {
  const { db, pool, log, clock, onDone, heartbeatSeconds = 30 } = options
  const registry = createRegistry()
  let started: { boss: PgBoss; attempt: Attempt; worker: Worker | null } | null = null

  function newJob(job: Job<never>, payload: unknown, { after, key }: SendOptions = {}): NewJob {
    registry.of(job).check(payload)
    const start_after = typeof after === 'number' ? new Date(clock.now().getTime() + after * 1000) : after
    return {
      name: job.name,
      data: { payload, attempt: 1, ...(key !== undefined && { key }) },
      start_after: start_after ?? null,
    }
  }

  async function store(tx: Db, jobs: readonly NewJob[]): Promise<void> {
    if (jobs.length === 0) return
    const stored = await insertJobs(tx, jobs)
    if (stored !== jobs.length) {
      throw new Error(
        `Only ${stored} of ${jobs.length} jobs were stored: the queues are missing, was it started?`,
      )
    }
    started?.worker?.lookSoon()
  }

  return {
    register: (job, deps) => registry.add(job, deps, null),
    schedule: ({ cron, job }, deps) => registry.addSchedule(cron, job, deps),
    async start({ work, isAlone = false }) {
      if (started) throw new Error('The jobs were started already')
      const boss = openBoss({ pool, log, work, heartbeatSeconds })
      if (await boss.isInstalled()) {
        await refuseUnknownJobs(db, registry)
        await removeOldSchedules(boss, registry)
      }
      try {
        await boss.start()
        await saveQueues({ boss, db, registry, heartbeatSeconds })
        await saveSchedules(boss, registry)
        if (isAlone) await takeBack(boss, db)
      } catch (error) {
        await boss.stop({ graceful: false, close: false })
        throw error
      }
      const attempt = createAttempt({ boss, db, registry, clock, log, onDone })
      const names = registry.names()
      const worker = work ? startWorker({ boss, db, names, attempt, heartbeatSeconds, log }) : null
      started = { boss, attempt, worker }
    },
    async send(tx, job, payload, sendOptions) {
      const wanted = newJob(job, payload, sendOptions)
      if (sendOptions?.key === undefined) return store(tx, [wanted])
      await storeUnderKey(tx, wanted)
      started?.worker?.lookSoon()
    },
    sendMany: (tx, job, payloads) =>
      store(
        tx,
        payloads.map((payload) => newJob(job, payload)),
      ),
    sendToAll: (tx, jobs, payload) =>
      store(
        tx,
        jobs.map((job) => newJob(job, payload)),
      ),
    async drain({ ignoreDelays = false } = {}) {
      if (!started) throw new Error('Start the jobs before draining them')
      const until = () => (ignoreDelays ? 'infinity' : clock.now())
      return drain({ ...started, db, names: registry.names(), until })
    },
    async stop({ graceSeconds = 20 } = {}) {
      if (!started) return
      const { boss, worker } = started
      started = null
      await worker?.stop(graceSeconds)
      await boss.stop({ graceful: false, close: false })
    },
    counts: () => countJobs(db, registry.names()),
  }
}

/** A job that waits under the key may be taken by a worker between our two looks, so each gets a second one. */
async function storeUnderKey(tx: Db, wanted: NewJob): Promise<void> {
  for (let tried = 0; tried < 3; tried++) {
    if ((await insertJobs(tx, [wanted])) === 1) return
    if (await replaceWaiting(tx, wanted)) return
  }
  throw new Error(`The job ${wanted.name} was not stored: its queue is missing, was it started?`)
}
