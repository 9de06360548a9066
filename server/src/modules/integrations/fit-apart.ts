import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FitAnswer, FitFault, FitRequest } from './fit-worker.ts'
import { Unreadable } from './read-rows.ts'

export interface FitLimits {
  longestMs: number
  /** Of memory, which a small file can ask a lot of. */
  mostMib: number
  /** Processes at once; who comes later waits. */
  atOnce: number
  /** For how long a process waits for the next file. */
  idleMs: number
}

const LIMITS: FitLimits = { longestMs: 15_000, mostMib: 256, atOnce: 2, idleMs: 30_000 }

/**
 * Reads and fits files in processes of their own, with an end to their time and memory: others go on. A thread that
 * reaches the end of its memory can take the whole server with it; and these know nothing of our environment.
 */
export function createFitter(changes: Partial<FitLimits> = {}): (request: FitRequest) => Promise<FitAnswer> {
  const { longestMs, mostMib, atOnce, idleMs } = { ...LIMITS, ...changes }
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const waiting: (() => void)[] = []
  let running = 0

  function takeProcess(): ChildProcess {
    for (const [worker, ending] of idle) {
      clearTimeout(ending)
      idle.delete(worker)
      if (worker.connected) return worker
    }
    const worker = fork(WORKER, {
      execArgv: [`--max-old-space-size=${mostMib}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    })
    // It never keeps a server from ending, and ends with it.
    worker.unref()
    worker.channel?.unref()
    worker.on('error', () => {}) // also when nobody asks it any more
    return worker
  }

  function release(worker: ChildProcess): void {
    const end = () => {
      idle.delete(worker)
      worker.kill('SIGKILL')
    }
    idle.set(worker, setTimeout(end, idleMs).unref())
  }

  async function ask(worker: ChildProcess, request: FitRequest): Promise<FitAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<FitAnswer>()
    const onAnswer = (answer: FitAnswer | FitFault) =>
      'fault' in answer ? reject(new Error(answer.fault)) : resolve(answer)
    const impatience = setTimeout(() => reject(new Unreadable('The file takes too long to read.')), longestMs)
    // With 1 it fails by a fault of ours; else the end of its memory ended it.
    const onEnd = (code: number | null) =>
      reject(
        code === 1
          ? new Error('the process that reads files failed')
          : new Unreadable('The file is too large to read.'),
      )
    worker.once('message', onAnswer).once('error', reject).once('exit', onEnd)
    try {
      worker.send(request)
      return await promise
    } catch (error) {
      worker.kill('SIGKILL')
      throw error
    } finally {
      clearTimeout(impatience)
      worker.off('message', onAnswer).off('error', reject).off('exit', onEnd)
    }
  }

  return async (request) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      const worker = takeProcess()
      const answer = await ask(worker, request)
      release(worker)
      return answer
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}

const WORKER = fileURLToPath(new URL('./fit-worker.ts', import.meta.url))

export const fitApart = createFitter()
