/** `client.testRuns.run(flow_id)`: automated tests of an app, followed to their end. */
import type { Client } from './client.ts'
import { ApiError, ConnectionError } from './errors.ts'
import { waitFor } from './http.ts'
import type { TestRun } from './resources.ts'

export interface AppTestRuns {
  /** Starts a run and waits until it has ended, however it ended: look at its `status`. */
  run(flow_id: string, options?: RunTestOptions): Promise<TestRun>
  /** Waits until a run has ended. Throws a `TestWaitError` when that takes too long; the run goes on then. */
  wait(execution_id: string, options?: TestWaitOptions): Promise<TestRun>
}

export interface TestWaitOptions {
  /** Called with the run whenever it was read, also when it has ended. */
  onProgress?: ((run: TestRun) => void) | undefined
  signal?: AbortSignal | undefined
  /** How long it may wait for a browser and take; 15 minutes when left out. */
  timeoutMs?: number | undefined
}

export interface RunTestOptions extends TestWaitOptions {
  /** In place of that of the test: a preview, say. */
  start_url?: string | undefined
}

/** The run did not end in time. It may still: see `test_runs.read`. */
export class TestWaitError extends Error {
  override readonly name = 'TestWaitError'
  readonly execution_id: string

  constructor(execution_id: string) {
    super(`The run ${execution_id} has not ended in time; it goes on.`)
    this.execution_id = execution_id
  }
}

const FIRST_LOOK_MS = 500
const LONGEST_LOOK_MS = 2_000
const DEFAULT_TIMEOUT_MS = 15 * 60_000

export function hasEnded({ status }: Pick<TestRun, 'status'>): boolean {
  return status !== 'queued' && status !== 'running'
}

export function appTestRuns({ test_runs }: Client, app_id: string): AppTestRuns {
  const wait: AppTestRuns['wait'] = async (execution_id, options = {}) => {
    const { onProgress, timeoutMs = DEFAULT_TIMEOUT_MS } = options
    const signal = options.signal ?? new AbortController().signal
    const end = performance.now() + timeoutMs
    for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(LONGEST_LOOK_MS, waitMs * 1.25)) {
      const run = await test_runs.read({ app_id, execution_id }, { signal }).catch(passing)
      if (run) onProgress?.(run)
      if (run && hasEnded(run)) return run
      const left = end - performance.now()
      if (left <= 0) throw new TestWaitError(execution_id)
      await waitFor(Math.min(waitMs, left), signal)
      signal.throwIfAborted()
    }
  }
  return {
    wait,
    async run(flow_id, { start_url, ...options } = {}) {
      const body = { flow_id, ...(start_url !== undefined && { start_url }) }
      const { id } = await test_runs.start({ app_id }, body, { signal: options.signal })
      return wait(id, options)
    },
  }
}

/** A server that is away or busy for a moment ends nothing. */
export function passing(error: unknown): null {
  const isPassing = error instanceof ConnectionError || (error instanceof ApiError && error.status === 429)
  if (!isPassing) throw error
  return null
}
