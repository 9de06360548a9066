import { createFairQueue } from './fair-queue.ts'
import type { Thread } from './thread.ts'

export interface ThreadPool<Task, Reply> {
  /** What a thread made of the task; rejects with what `busy` returns when too many wait. */
  do(task: Task, turn: Turn): Promise<Reply>
  close(): Promise<void>
}

export interface Turn {
  group: string
  /** A thread that does not reply for so long is ended, and another takes its place. */
  milliseconds: number
  signal: AbortSignal | undefined
}

export interface PoolOptions<Task, Reply> {
  start(): Promise<Thread<Task, Reply>>
  /** At most so many threads; they start when they are first needed. */
  threads: number
  /** Of which one group has so many at most. */
  threadsOfGroup: number
  /** Of all groups together; one has half of the places at most. */
  mostWaiting: number
  /** A thread that had nothing to do for so long ends; it stays for good unless this is set. */
  idleMilliseconds?: number
  /** Whether the thread should not be used again. */
  isSpent(reply: Reply): boolean
  busy(): Error
}

interface Waiting<Task, Reply> extends Turn {
  task: Task
  resolve(reply: Reply): void
  reject(reason: unknown): void
  /** From now on the signal does not take it out of the queue. */
  stay(): void
}

/** Groups take turns, so that one that sends much holds up only itself. */
export function createThreadPool<Task, Reply>(options: PoolOptions<Task, Reply>): ThreadPool<Task, Reply> {
  const { threads, threadsOfGroup, mostWaiting, idleMilliseconds, isSpent, busy } = options
  const idle: Thread<Task, Reply>[] = []
  const all = new Set<Thread<Task, Reply>>()
  const queue = createFairQueue<Waiting<Task, Reply>>()
  const running = new Map<string, number>()
  const starting = new Set<Promise<void>>()
  const resting = new Map<Thread<Task, Reply>, NodeJS.Timeout>()
  let isClosed = false

  const room = (group: string) => threadsOfGroup - (running.get(group) ?? 0)
  const isFull = (group: string) =>
    queue.length >= mostWaiting || queue.lengthOf(group) >= Math.ceil(mostWaiting / 2)
  const count = (group: string, change: 1 | -1) => {
    const now = (running.get(group) ?? 0) + change
    if (now > 0) running.set(group, now)
    else running.delete(group)
  }

  function serve(): void {
    for (let thread = takeIdle(); thread; thread = takeIdle()) {
      const next = queue.take(room)
      if (!next) {
        rest(thread)
        return
      }
      void run(thread, next)
    }
    while (all.size + starting.size < threads && queue.count(room) > starting.size) {
      const started = start().finally(() => {
        starting.delete(started)
        serve()
      })
      starting.add(started)
    }
  }

  function rest(thread: Thread<Task, Reply>): void {
    idle.push(thread)
    if (idleMilliseconds === undefined) return
    const end = () => {
      resting.delete(thread)
      idle.splice(idle.indexOf(thread), 1)
      drop(thread)
    }
    resting.set(thread, setTimeout(end, idleMilliseconds).unref())
  }

  function takeIdle(): Thread<Task, Reply> | null {
    for (let thread = idle.pop(); thread; thread = idle.pop()) {
      clearTimeout(resting.get(thread))
      resting.delete(thread)
      if (thread.isAlive()) return thread
      all.delete(thread)
    }
    return null
  }

  function drop(thread: Thread<Task, Reply>): void {
    all.delete(thread)
    void thread.end()
  }

  async function start(): Promise<void> {
    try {
      const thread = await options.start()
      all.add(thread)
      rest(thread)
    } catch (error) {
      // Whatever keeps threads from starting, one caller each learns of it, so that nobody waits for ever.
      const first = queue.take(() => 1)
      first?.stay()
      first?.reject(error)
    }
  }

  async function run(thread: Thread<Task, Reply>, waiting: Waiting<Task, Reply>): Promise<void> {
    const { task, group, milliseconds, signal, resolve, reject, stay } = waiting
    stay()
    count(group, 1)
    let isUsable = false
    try {
      const reply = await thread.do(task, { milliseconds, signal })
      isUsable = !isSpent(reply)
      resolve(reply)
    } catch (error) {
      reject(error)
    }
    count(group, -1)
    if (isUsable) rest(thread)
    else drop(thread)
    serve()
  }

  return {
    do: (task, turn) =>
      new Promise((resolve, reject) => {
        const { group, signal } = turn
        if (isClosed || isFull(group)) throw busy()
        signal?.throwIfAborted()
        const leave = () => {
          queue.remove(group, waiting)
          reject(signal?.reason)
        }
        const stay = () => signal?.removeEventListener('abort', leave)
        const waiting: Waiting<Task, Reply> = { ...turn, task, resolve, reject, stay }
        signal?.addEventListener('abort', leave)
        queue.add(group, waiting)
        serve()
      }),
    async close() {
      isClosed = true
      for (const { reject, stay } of queue.takeAll()) {
        stay()
        reject(busy())
      }
      await Promise.all(starting)
      for (const timer of resting.values()) clearTimeout(timer)
      await Promise.all([...all].map((thread) => thread.end()))
    },
  }
}
