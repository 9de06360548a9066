/** `client.testRuns.run(flow_id)`: automated tests of an app, followed to their end. */
import type { AreaClient } from './area-client.ts'
import { readUntil } from './read-until.ts'
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

const DEFAULT_TIMEOUT_MS = 15 * 60_000

export function hasEnded({ status }: Pick<TestRun, 'status'>): boolean {
  return status !== 'queued' && status !== 'running'
}

export function appTestRuns({ test_runs }: AreaClient, app_id: string): AppTestRuns {
  const wait: AppTestRuns['wait'] = async (execution_id, options = {}) => {
    const { onProgress, signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options
    const read = () => test_runs.read({ app_id, execution_id }, { signal })
    const isOver = (run: TestRun) => {
      onProgress?.(run)
      return hasEnded(run)
    }
    const ended = await readUntil(read, isOver, { timeoutMs, signal })
    if (!ended) throw new TestWaitError(execution_id)
    return ended
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
