/** The runs that this server carries out, and how many it may. */
export interface RunningTests {
  /** Whether this server takes runs by itself; elsewhere the job that takes one waits for its end. */
  readonly isWorker: boolean
  /** Room for one more run; null when there is none, or the server stops. */
  takePlace(): Place | null
  /** Ends a run if it is one of ours. */
  cancel(executionId: string): void
  /** Ends them; each hands its run back before this resolves, also one that is being claimed. */
  stop(): Promise<void>
}

/** Is used up by `run`, or given back by `free`. */
export interface Place {
  /** The signal is aborted when the server stops or the run is cancelled; the reason is a `RunStopped`. */
  run(executionId: string, work: (signal: AbortSignal) => Promise<void>): Promise<void>
  free(): void
}

/** Why a run was stopped. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
  readonly by: 'cancel' | 'server'

  constructor(by: 'cancel' | 'server') {
    super(by === 'cancel' ? 'The run was cancelled.' : 'The server stops.')
    this.by = by
  }
}

export function createRunningTests({ most, isWorker }: { most: number; isWorker: boolean }): RunningTests {
  /** A run may be here twice, when it was lost and taken again: the first then comes to its end. */
  const running = new Set<{ executionId: string; control: AbortController }>()
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
        async run(executionId, work) {
          const control = new AbortController()
          // It was claimed while the server began to stop.
          if (isStopping) control.abort(new RunStopped('server'))
          const one = { executionId, control }
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
    cancel(executionId) {
      for (const one of running)
        if (one.executionId === executionId) one.control.abort(new RunStopped('cancel'))
    },
    async stop() {
      isStopping = true
      for (const { control } of running) control.abort(new RunStopped('server'))
      await Promise.all(places)
    },
  }
}
