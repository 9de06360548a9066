import { once } from 'node:events'
import { type ResourceLimits, Worker } from 'node:worker_threads'

export interface Thread<Task, Reply> {
  /** Its reply; when this rejects, the thread is of no more use. One task at a time. */
  do(task: Task, limits: { milliseconds: number; signal: AbortSignal | undefined }): Promise<Reply>
  isAlive(): boolean
  end(): Promise<void>
}

export interface ThreadOptions {
  /** What it runs: posts a message when it is ready, and then a reply to each task. */
  file: URL
  data: unknown
  limits: ResourceLimits
}

/** What became of a task that has no reply. */
export class ThreadFault extends Error {
  override readonly name = 'ThreadFault'
  readonly kind: 'timed_out' | 'out_of_memory' | 'ended'

  constructor(kind: ThreadFault['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Resolves when the thread is ready to work. A thread without work does not keep the process alive. */
export async function startThread<Task, Reply>(options: ThreadOptions): Promise<Thread<Task, Reply>> {
  const { file, data, limits } = options
  const worker = new Worker(file, { ...WITHOUT_RIGHTS, resourceLimits: limits, workerData: data })
  let isAlive = true
  worker.on('exit', () => {
    isAlive = false
  })
  worker.on('error', () => {}) // the one that waits for the thread gets the error
  try {
    const ready = once(worker, 'message', { signal: AbortSignal.timeout(LONGEST_START) })
    await Promise.race([ready, once(worker, 'exit').then(() => Promise.reject(ended()))])
  } catch (error) {
    await worker.terminate()
    throw error
  }
  worker.unref()

  return {
    isAlive: () => isAlive,
    async end() {
      isAlive = false
      await worker.terminate()
    },
    do: (task, { milliseconds, signal }) =>
      new Promise((resolve, reject) => {
        const settle = (outcome: () => void) => {
          clearTimeout(wall)
          signal?.removeEventListener('abort', onAbort)
          worker.off('message', onReply).off('error', onError).off('exit', onExit)
          worker.unref()
          outcome()
        }
        const onReply = (reply: Reply) => settle(() => resolve(reply))
        const onError = (error: Error) => settle(() => reject(faultOf(error)))
        const onExit = () => onError(ended())
        const onAbort = () => settle(() => reject(signal?.reason))
        const onWall = () => onError(new ThreadFault('timed_out', 'the thread took too long'))
        const wall = setTimeout(onWall, milliseconds)
        signal?.addEventListener('abort', onAbort)
        worker.on('message', onReply).on('error', onError).on('exit', onExit)
        worker.ref()
        worker.postMessage(task)
      }),
  }
}

const LONGEST_START = 30_000
const WITHOUT_RIGHTS = { argv: [], env: {}, execArgv: [] }

function ended(): ThreadFault {
  return new ThreadFault('ended', 'the thread ended')
}

function faultOf(error: Error): Error {
  if (!('code' in error) || error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new ThreadFault('out_of_memory', 'the thread needs more memory than it may have')
}
