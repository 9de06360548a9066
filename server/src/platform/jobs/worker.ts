/**
 * Takes due jobs and runs them. It asks for all queues in one statement, and asks again and again: with NOTIFY,
 * transactions that store jobs would commit one by one.
 */
import type { PgBoss } from 'pg-boss'
import type { Db } from '../database/db.ts'
import type { Log } from '../log.ts'
import { type Attempt, type Claimed, STOPPING } from './attempt.ts'
import { dueNames, type Envelope } from './store.ts'

export interface Worker {
  /** Something was stored that may be due as soon as its transaction commits. */
  lookSoon(): void
  /** Takes nothing new, and gives back what still runs after the time. */
  stop(graceSeconds: number): Promise<void>
}

interface Running {
  name: string
  control: AbortController
  done: Promise<void>
}

export function startWorker(options: {
  boss: PgBoss
  db: Db
  names: readonly string[]
  attempt: Attempt
  heartbeatSeconds: number
  log: Log
}): Worker {
  const { boss, db, names, attempt, heartbeatSeconds, log } = options
  const running = new Map<string, Running>()
  const alarm = createAlarm()
  let pauseMs = LONGEST_PAUSE_MS
  let isStopping = false
  const looking = poll()
  const heart = setInterval(beat, (heartbeatSeconds * 1000) / 3)

  async function poll(): Promise<void> {
    while (!isStopping) {
      const taken = await takeDue().catch((error) => {
        log.warn({ err: error }, 'the jobs to do cannot be read')
        return null
      })
      if (taken === null) pauseMs = PAUSE_AFTER_FAILURE_MS
      else if (taken > 0) pauseMs = SHORTEST_PAUSE_MS
      await alarm.wait(pauseMs)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }

  async function takeDue(): Promise<number> {
    if (free() === 0) return 0
    const withRoom = names.filter((name) => roomFor(name) > 0)
    let taken = 0
    for (const name of await dueNames(db, withRoom)) {
      const batchSize = Math.min(free(), roomFor(name))
      if (batchSize === 0 || isStopping) break
      const claimed = await boss.fetch<Envelope>(name, { batchSize, includeMetadata: true })
      for (const one of claimed) start(one)
      taken += claimed.length
    }
    return taken
  }

  function start(claimed: Claimed): void {
    const control = new AbortController()
    const done = attempt(claimed, control)
      .then(() => {})
      // It stays active without a heartbeat, so it is run again.
      .catch((error) => log.error({ err: error, job: claimed.name }, 'the outcome of a job was not stored'))
      .finally(() => {
        running.delete(claimed.id)
        alarm.ring()
      })
    running.set(claimed.id, { name: claimed.name, control, done })
  }

  async function beat(): Promise<void> {
    const idsByName = Map.groupBy(running.keys(), (id) => running.get(id)?.name ?? '')
    for (const [name, ids] of idsByName) {
      await boss.touch(name, ids).catch((error) => log.warn({ err: error, job: name }, 'a heartbeat failed'))
    }
  }

  function free(): number {
    return SLOTS - running.size
  }

  function roomFor(name: string): number {
    return SLOTS_PER_JOB - [...running.values()].filter((one) => one.name === name).length
  }

  return {
    lookSoon() {
      pauseMs = SHORTEST_PAUSE_MS
      alarm.ringWithin(SHORTEST_PAUSE_MS)
    },
    async stop(graceSeconds) {
      isStopping = true
      alarm.ring()
      await looking
      const all = Promise.all([...running.values()].map(({ done }) => done))
      const timer = setTimeout(() => {
        for (const { control } of running.values()) control.abort(STOPPING)
      }, graceSeconds * 1000)
      await all
      clearTimeout(timer)
      clearInterval(heart)
    },
  }
}

/** How many jobs one process runs at a time, and how many of one name: a slow one must leave room for others. */
const SLOTS = 10
const SLOTS_PER_JOB = 5

const SHORTEST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 500
const PAUSE_AFTER_FAILURE_MS = 2_000

/** One waits for the time to pass; the others may ring earlier, also before the waiting begins. */
function createAlarm() {
  let isRung = false
  let endsAt = 0
  let timer: NodeJS.Timeout | undefined
  let wake = () => {}

  function ring(): void {
    isRung = true
    wake()
  }

  return {
    ring,
    ringWithin(ms: number): void {
      if (endsAt - performance.now() <= ms) return
      clearTimeout(timer)
      endsAt = performance.now() + ms
      timer = setTimeout(ring, ms)
    },
    async wait(ms: number): Promise<void> {
      if (!isRung) {
        endsAt = performance.now() + ms
        await new Promise<void>((resolve) => {
          wake = resolve
          timer = setTimeout(resolve, ms)
        })
        clearTimeout(timer)
        endsAt = 0
      }
      isRung = false
    },
  }
}
