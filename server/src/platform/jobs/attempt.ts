/** One try of one job, from the claimed row to the stored outcome. */
import type { PgBoss } from 'pg-boss'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/db.ts'
import { transaction } from '../database/transaction.ts'
import type { Log } from '../log.ts'
import type { Registry } from './registry.ts'
import { type Claim, type Envelope, insertJobs, markFailed, removeActive } from './store.ts'

export interface Claimed extends Claim {
  data: Envelope
}

export type Outcome = 'completed' | 'retried' | 'failed'

export interface Ran {
  name: string
  /** Given back: another try takes its place, since the server stopped before its end or was taken for dead. */
  outcome: Outcome | 'given back'
  error: unknown
}

export type Attempt = (claimed: Claimed, control: AbortController) => Promise<Ran>

/** Abort an attempt with this reason to end it without counting it. */
export const STOPPING = new Error('The server is stopping')

export function createAttempt(options: {
  boss: PgBoss
  db: Db
  registry: Registry
  clock: Clock
  log: Log
  onDone?: ((name: string, outcome: Outcome, seconds: number) => void) | undefined
}): Attempt {
  const { boss, db, registry, clock, log, onDone } = options

  async function settle(claimed: Claimed, wait: number | undefined, error: unknown): Promise<Ran['outcome']> {
    const { id, name, data } = claimed
    const fields = { job: name, job_id: id, attempt: data.attempt, err: error }
    // It took so long without a heartbeat that the job was taken back: what becomes of it is for its new holder to say.
    const lost = () => {
      log.warn(fields, 'a job ended after another had taken it over')
      return 'given back' as const
    }
    if (error === null) return (await removeActive(db, claimed)) ? 'completed' : lost()
    if (error === STOPPING) {
      await boss.fail(name, id, STOPPING)
      return 'given back'
    }
    if (wait === undefined) {
      if (!(await markFailed(db, claimed, { message: messageOf(error) }))) return lost()
      log.error(fields, 'a job failed and is not tried again')
      return 'failed'
    }
    const isHeld = await transaction(db, async (tx) => {
      if (!(await removeActive(tx, claimed))) return false
      const start_after = new Date(clock.now().getTime() + wait * 1000)
      // Left out when a newer job waits under the same key: that one does the work.
      await insertJobs(tx, [{ name, data: { ...data, attempt: data.attempt + 1 }, start_after }])
      return true
    })
    if (!isHeld) return lost()
    log.warn({ ...fields, wait_seconds: wait }, 'a job failed and is tried again')
    return 'retried'
  }

  return async (claimed, control) => {
    const { name, data } = claimed
    const registered = registry.get(name)
    if (!registered) throw new Error(`The job ${name} is not registered`)
    const { job, run } = registered
    const start = performance.now()
    const error = await errorOf(job.timeoutSeconds, control, (signal) =>
      run(data.payload, { attempt: data.attempt, signal }),
    )
    const outcome = await settle(claimed, job.retry[data.attempt - 1], error)
    if (outcome !== 'given back') onDone?.(name, outcome, (performance.now() - start) / 1000)
    return { name, outcome, error }
  }
}

/** Null when the work succeeded. Does not wait for work that goes on after it was aborted. */
async function errorOf(
  timeoutSeconds: number,
  control: AbortController,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<unknown> {
  const { signal } = control
  const timer = setTimeout(
    () => control.abort(new Error(`It took longer than ${timeoutSeconds} s`)),
    timeoutSeconds * 1000,
  )
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  try {
    await Promise.race([work(signal), aborted])
    return null
  } catch (error) {
    // Work that heeds the signal may end with an error of its own making.
    return signal.aborted ? signal.reason : (error ?? new Error('It failed without a reason'))
  } finally {
    clearTimeout(timer)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
