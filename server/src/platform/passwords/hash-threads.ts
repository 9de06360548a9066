import type { Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { refuse } from '../errors.ts'

export interface HashThreads {
  /** The argon2id tag; refuses with 503 when too many wait for theirs. */
  hash(parameters: Argon2Parameters): Promise<Buffer>
  close(): Promise<void>
}

interface Task {
  parameters: Argon2Parameters
  resolve(tag: Buffer): void
  reject(error: Error): void
}

/** One core stays for everything else. Each hash takes 19 MiB while it runs. */
export const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
/** About three seconds' worth of work on one core; who came later would have given up by then. */
const MOST_WAITING = 100

/**
 * Threads that only hash passwords. Node's own threads would be the wrong ones: there are four, and files, names and
 * compression wait for the same four.
 */
export function createHashThreads({ threads = THREADS, mostWaiting = MOST_WAITING } = {}): HashThreads {
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const waiting: Task[] = []

  function startThread(): Worker {
    const worker = new Worker(THREAD, { execArgv: [], env: {} })
    all.add(worker)
    worker.on('exit', () => all.delete(worker))
    worker.on('error', () => {}) // the one that waits for its tag gets the error
    return worker
  }

  function runNext(): void {
    while (waiting.length > 0) {
      const worker = idle.pop() ?? (all.size < threads ? startThread() : null)
      const task = worker && waiting.shift()
      if (!task) return
      run(worker, task)
    }
  }

  function run(worker: Worker, { parameters, resolve, reject }: Task): void {
    const done = (isUsable: boolean) => {
      worker.off('message', onTag).off('error', onError).off('exit', onExit)
      // A thread without work does not keep the process alive.
      worker.unref()
      if (isUsable) idle.push(worker)
      else all.delete(worker)
      runNext()
    }
    const onTag = (tag: Uint8Array) => {
      resolve(Buffer.from(tag.buffer, tag.byteOffset, tag.byteLength))
      done(true)
    }
    const onError = (error: Error) => {
      reject(error)
      done(false)
    }
    const onExit = () => onError(new Error('the thread that hashes passwords ended'))
    worker.on('message', onTag).on('error', onError).on('exit', onExit)
    worker.ref()
    worker.postMessage(parameters)
  }

  return {
    hash(parameters) {
      if (waiting.length >= mostWaiting) throw refuse('server_busy', { headers: { 'Retry-After': '2' } })
      return new Promise((resolve, reject) => {
        waiting.push({ parameters, resolve, reject })
        runNext()
      })
    },
    async close() {
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

const THREAD = new URL('./hash-thread.ts', import.meta.url)
