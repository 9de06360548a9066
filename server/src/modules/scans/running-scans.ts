import type { Scanner } from './scanner/scan-app.ts'

/** The scans that this server carries out. */
export interface RunningScans {
  /** The signal is aborted when the server stops. */
  run(work: (stopping: AbortSignal) => Promise<void>): Promise<void>
  /** Ends them; each hands its scan back before this resolves. */
  stop(): Promise<void>
}

export function createRunningScans(scanner: Pick<Scanner, 'stop'>): RunningScans {
  const control = new AbortController()
  const running = new Set<Promise<void>>()
  return {
    async run(work) {
      const done = work(control.signal)
      running.add(done)
      try {
        await done
      } finally {
        running.delete(done)
      }
    },
    async stop() {
      control.abort()
      await Promise.allSettled(running)
      await scanner.stop()
    },
  }
}
