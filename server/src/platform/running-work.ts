import type { Log } from './log.ts'

/** The long work that this server carries out, and how much of it at a time. */
export interface RunningWork {
  /** Whether this server takes such work by itself; elsewhere the job that takes it waits for its end. */
  readonly isWorker: boolean
  /** Room for one more; null when there is none, or the server stops. */
  takePlace(): Place | null
  /** Ends one if it is ours. */
  cancel(id: string): void
  /** Ends them; each hands its work back before this resolves, also one that is being claimed. */
  stop(): Promise<void>
}

/** Is used up by `run`, or given back by `free`. */
export interface Place {
  /** The signal is aborted when the server stops or the work is cancelled; the reason is a `WorkStopped`. */
  run(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void>
  free(): void
}

/** Why work was stopped. */
export class WorkStopped extends Error {
  override readonly name = 'WorkStopped'
  readonly by: 'cancel' | 'server'

  constructor(by: 'cancel' | 'server') {
    super(by === 'cancel' ? 'The work was cancelled.' : 'The server stops.')
    this.by = by
  }
}

export function createRunningWork({ most, isWorker }: { most: number; isWorker: boolean }): RunningWork {
  /** Work may be here twice, when it was lost and taken again: the first then comes to its end. */
  const running = new Set<{ id: string; control: AbortController }>()
  /** Each ends when its place is free again. */
  const places = new Set<Promise<void>>()
  let isStopping = false
  return {
    isWorker,
    takePlace() {
      if (isStopping || places.size >= most) return null
      const { promise, resolve } = Promise.withResolvers<void>()
      places.add(promise)
      const free = () => {
        places.delete(promise)
        resolve()
      }
      return {
        free,
        async run(id, work) {
          const control = new AbortController()
          // It was claimed while the server began to stop.
          if (isStopping) control.abort(new WorkStopped('server'))
          const one = { id, control }
          running.add(one)
          try {
            await work(control.signal)
          } finally {
            running.delete(one)
            free()
          }
        },
      }
    },
    cancel(id) {
      for (const one of running) if (one.id === id) one.control.abort(new WorkStopped('cancel'))
    },
    async stop() {
      isStopping = true
      for (const { control } of running) control.abort(new WorkStopped('server'))
      await Promise.all(places)
    },
  }
}

export interface WaitingWork<Work extends { id: string }> {
  running: RunningWork
  log: Log
  /** Such as `a test run`, for the log. */
  of: string
  /** Takes what waits the longest; undefined when nothing does. */
  claim(): Promise<Work | undefined>
  carryOut(work: Work, signal: AbortSignal): Promise<void>
}

/**
 * Takes what waits, oldest first, as long as there is room on this server. A worker goes on with it after this resolves,
 * and takes the next as soon as one has ended.
 */
export async function takeWaiting<Work extends { id: string }>(
  waiting: WaitingWork<Work>,
): Promise<'full' | 'none_waits'> {
  const { running, log, of, claim, carryOut } = waiting
  for (;;) {
    const place = running.takePlace()
    if (!place) return 'full'
    const [claimed] = await Promise.allSettled([claim()])
    if (claimed.status === 'rejected' || !claimed.value) {
      place.free()
      if (claimed.status === 'rejected') throw claimed.reason
      return 'none_waits'
    }
    const work = claimed.value
    const done = place.run(work.id, (signal) => carryOut(work, signal))
    if (!running.isWorker) await done
    else
      void done
        // What fails here has its lease until that lapses; then somebody takes it up again.
        .catch((error) => log.error({ err: error, id: work.id }, `${of} was left`))
        .then(() => takeWaiting(waiting))
        .catch((error) => log.warn({ err: error }, `${of} that waits was not taken`))
  }
}
