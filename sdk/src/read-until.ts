/** Waits for what others do, by reading it again and again. */
import { ApiError, ConnectionError } from './errors.ts'
import { waitFor } from './http.ts'

interface Waiting {
  timeoutMs: number
  signal?: AbortSignal | undefined
}

const FIRST_LOOK_MS = 500
/** Reads are limited: that of a connection's status to 70 a minute. */
const LONGEST_LOOK_MS = 2_000

/** Returns what was read once it is settled, or null when that takes too long. */
export async function readUntil<Read extends object>(
  read: () => Promise<Read>,
  isSettled: (found: Read) => boolean,
  { timeoutMs, signal = new AbortController().signal }: Waiting,
): Promise<Read | null> {
  const end = performance.now() + timeoutMs
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(LONGEST_LOOK_MS, waitMs * 1.25)) {
    const found = await read().catch(passing)
    if (found && isSettled(found)) return found
    const left = end - performance.now()
    if (left <= 0) return null
    await waitFor(Math.min(waitMs, left), signal)
    signal.throwIfAborted()
  }
}

/** A server that is away or busy for a moment ends nothing. */
function passing(error: unknown): null {
  const isPassing = error instanceof ConnectionError || (error instanceof ApiError && error.status === 429)
  if (!isPassing) throw error
  return null
}
