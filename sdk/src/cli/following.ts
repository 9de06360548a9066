/** For commands that ask again and again. */
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, ConnectionError } from '../errors.ts'
import { explain } from './explain.ts'
import { visible } from './print.ts'
import type { Terminal } from './terminal.ts'
import { ExitError, Interrupted } from './usage.ts'

/** How soon it is looked at again. */
export const LOOK_MS = 500

/** Aborted when the person at the terminal, or the reader of our pipe, wants no more. */
export function endOf({ onInterrupt, stdout }: Terminal): AbortController {
  const end = new AbortController()
  onInterrupt?.((exit_code) => end.abort(new Interrupted(exit_code)))
  // The reader of our pipe left, as `head` does.
  stdout.on?.('error', () => end.abort())
  return end
}

/** What to throw when it was aborted, with what there is to say; an end that its reader wanted is none to report. */
export function endedBy({ reason }: AbortSignal, message = ''): ExitError {
  return reason instanceof Interrupted ? new Interrupted(reason.exit_code, message) : new ExitError(0, '')
}

/** Rejects when it is interrupted; resolves when the reader of our pipe has left. */
export function untilInterrupted(terminal: Terminal): Promise<void> {
  const { signal } = endOf(terminal)
  const ended = new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => {
      const { reason } = signal
      if (reason instanceof Interrupted) reject(reason)
      else resolve()
    })
  })
  // It may come before anybody waits for it.
  ended.catch(() => {})
  return ended
}

/** A server that is away for a moment ends nothing, once it has answered; then it is undefined. */
export async function readOrWait<T>(
  read: () => Promise<T>,
  { hasAnswered, terminal }: { hasAnswered: boolean; terminal: Terminal },
): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!hasAnswered || !(error instanceof ConnectionError)) throw error
    terminal.stderr.write(`${visible(explain(error))}\n`)
    return undefined
  }
}

/** How long the server wants to be left alone; null when it refused for another reason. */
export function waitWantedMs(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null
  return (error.retry_after ?? 1) * 1_000
}

/** Others may read as the same caller: then it is our turn again a little later. */
export async function calmly<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      const wanted = waitWantedMs(error)
      if (wanted === null) throw error
      await pause(Math.max(wanted, LOOK_MS), null, { signal })
    }
  }
}
