import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Postmaster } from './postmaster.ts'

export interface Supervised {
  readonly pid: number
  stop(): Promise<void>
  /** Called once when the server is gone and does not come back. */
  onFailure(listener: (error: Error) => void): void
}

/** Keeps a server running: one that ends unasked is started again, up to five times a minute. */
export async function supervise(options: {
  launch: (stopping: AbortSignal) => Promise<Postmaster>
  /** Asked before each new start; throws when there must be none. */
  requireRestartAllowed: () => Promise<void>
  /** Asked after a new start that failed: a full disk is waited out, as somebody may free space at any time. */
  isDiskFull?: () => Promise<boolean>
  log: Log
}): Promise<Supervised> {
  const { launch, requireRestartAllowed, isDiskFull = async () => false, log } = options
  const stopping = new AbortController()
  const failed = Promise.withResolvers<Error>()
  const recentRestarts: number[] = []
  let current = await launch(stopping.signal)
  const watching = watch()

  async function watch(): Promise<void> {
    try {
      for (;;) {
        const end = await current.exited
        if (stopping.signal.aborted) return
        log.warn({ end, pid: current.pid }, 'PostgreSQL ended unexpectedly, starting it again')
        current = await restart(end)
        log.info({ pid: current.pid }, 'PostgreSQL runs again')
      }
    } catch (error) {
      if (stopping.signal.aborted) return
      log.error({ err: error }, 'PostgreSQL is gone')
      failed.resolve(error instanceof Error ? error : new Error(String(error)))
    }
  }

  async function restart(reason: unknown): Promise<Postmaster> {
    let cause = reason
    for (;;) {
      const now = performance.now()
      while ((recentRestarts[0] ?? now) < now - 60_000) recentRestarts.shift()
      if (recentRestarts.length >= RESTARTS_PER_MINUTE) {
        throw new Error(`PostgreSQL ended ${RESTARTS_PER_MINUTE + 1} times within a minute`, { cause })
      }
      recentRestarts.push(now)
      await wait(25 * 2 ** recentRestarts.length, undefined, { signal: stopping.signal })
      await requireRestartAllowed()
      try {
        return await launch(stopping.signal)
      } catch (error) {
        if (stopping.signal.aborted) throw error
        log.error({ err: error }, 'PostgreSQL did not start again')
        cause = error
        await waitForSpace()
      }
    }
  }

  async function waitForSpace(): Promise<void> {
    if (!(await isDiskFull())) return
    log.error({}, 'the disk of the database is full; PostgreSQL starts again when there is space')
    do await wait(LOOK_FOR_SPACE_MS, undefined, { signal: stopping.signal })
    while (await isDiskFull())
    recentRestarts.length = 0
  }

  return {
    get pid() {
      return current.pid
    },
    async stop() {
      stopping.abort()
      await current.stop()
      await watching
    },
    onFailure(listener) {
      failed.promise.then(listener)
    },
  }
}

const RESTARTS_PER_MINUTE = 5
const LOOK_FOR_SPACE_MS = 500
