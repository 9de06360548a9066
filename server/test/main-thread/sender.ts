import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

export interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}

export interface Answered {
  status: number
  code?: string
  /** Milliseconds of processor time that the main thread was busy at a stretch. */
  stretch: number
}

/** Between two looks at the processor time: what is done in between counts as one stretch. */
const LOOK_MS = 1

export function createStretchSender() {
  const worker = new Worker(new URL('./sender-thread.ts', import.meta.url))
  worker.unref()
  return {
    /** Sends a request and measures the longest stretch of the main thread until it is answered. */
    async send(sent: Sent): Promise<Answered> {
      const prepared = once(worker, 'message')
      worker.postMessage(sent)
      await prepared
      await turn()
      let stretch = 0
      let before = process.threadCpuUsage()
      const look = () => {
        const { user, system } = process.threadCpuUsage(before)
        stretch = Math.max(stretch, (user + system) / 1_000)
        before = process.threadCpuUsage()
      }
      const looking = setInterval(look, LOOK_MS)
      const answered = once(worker, 'message')
      worker.postMessage('go')
      const [answer] = await answered
      look()
      clearInterval(looking)
      return { ...answer, stretch }
    },
    close: () => worker.terminate(),
  }
}
