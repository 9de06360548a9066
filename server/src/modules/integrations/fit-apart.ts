import { Worker } from 'node:worker_threads'
import type { FitAnswer, FitRequest } from './fit-worker.ts'
import { Unreadable } from './read-rows.ts'

export interface FitLimits {
  longestMs: number
  /** Of memory, which a small file can ask a lot of. */
  mostMib: number
  /** Threads at once; who comes later waits. */
  atOnce: number
  /** For how long a thread waits for the next file. */
  idleMs: number
}

const LIMITS: FitLimits = { longestMs: 15_000, mostMib: 256, atOnce: 2, idleMs: 30_000 }

/** Reads and fits files in threads of their own, with an end to their time and memory: others go on meanwhile. */
export function createFitter(changes: Partial<FitLimits> = {}): (request: FitRequest) => Promise<FitAnswer> {
  const { longestMs, mostMib, atOnce, idleMs } = { ...LIMITS, ...changes }
  const idle = new Map<Worker, NodeJS.Timeout>()
  const waiting: (() => void)[] = []
  let running = 0

  function takeThread(): Worker {
    for (const [worker, ending] of idle) {
      clearTimeout(ending)
      idle.delete(worker)
      return worker
    }
    const worker = new Worker(new URL('./fit-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mostMib },
      execArgv: [], // not those of whoever started us
    })
    worker.unref() // it never keeps a server from ending
    return worker
  }

  function giveBack(worker: Worker): void {
    const end = () => {
      idle.delete(worker)
      void worker.terminate()
    }
    idle.set(worker, setTimeout(end, idleMs).unref())
  }

  async function ask(worker: Worker, request: FitRequest): Promise<FitAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<FitAnswer>()
    const impatience = setTimeout(() => reject(new Unreadable('The file takes too long to read.')), longestMs)
    const onEnd = (code: number) => reject(new Error(`the thread that reads files ended with ${code}`))
    worker.once('message', resolve).once('error', reject).once('exit', onEnd)
    try {
      worker.postMessage(request)
      return await promise
    } catch (error) {
      await worker.terminate()
      throw isOutOfMemory(error) ? new Unreadable('The file is too large to read.') : error
    } finally {
      clearTimeout(impatience)
      worker.off('message', resolve).off('error', reject).off('exit', onEnd)
    }
  }

  return async (request) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      const worker = takeThread()
      const answer = await ask(worker, request)
      giveBack(worker)
      return answer
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}

export const fitApart = createFitter()

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
