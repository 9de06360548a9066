import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Thread, ThreadFault } from './thread.ts'

export interface ProcessOptions {
  /** What it runs: sends a message when it is ready, and then a reply to each task. */
  file: URL
  /** Of the heap. */
  megabytes: number
  /** How far it stands behind others for the processor; 0 is like everybody else, 19 the last. */
  niceness: number
  /** How long it may take to end by itself once it is disconnected, as with processes of its own; 0 unless given. */
  graceMs?: number
}

/**
 * The same as a thread, in a process of its own: native code that breaks down takes nothing along but itself. Resolves
 * when the process is ready to work. It ends with this one, and without work it does not keep this one alive.
 */
export async function startProcess<Task extends object, Reply>(
  options: ProcessOptions,
): Promise<Thread<Task, Reply>> {
  const { file, megabytes, niceness, graceMs = 0 } = options
  const child = fork(fileURLToPath(file), [], {
    execArgv: [`--max-old-space-size=${megabytes}`, ONE_THREAD, '--disable-warning=ExperimentalWarning'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let isAlive = true
  child.on('exit', () => {
    isAlive = false
  })
  child.on('error', () => {}) // the one that waits for the process gets the error
  const gone = once(child, 'exit')
  try {
    // At once: what it starts with is most of its work at first, and its own threads get what it has when they begin.
    if (child.pid !== undefined) setPriority(child.pid, niceness)
    const ready = once(child, 'message', { signal: AbortSignal.timeout(LONGEST_START) })
    await Promise.race([ready, gone.then(() => Promise.reject(ended(child.signalCode)))])
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  const rest = () => {
    child.unref()
    child.channel?.unref()
  }
  rest()

  return {
    isAlive: () => isAlive,
    async end() {
      isAlive = false
      if (graceMs > 0 && child.connected) {
        child.disconnect()
        await Promise.race([gone, wait(graceMs, undefined, { ref: false })])
      }
      child.kill('SIGKILL')
      await gone
    },
    do: (task, { milliseconds, signal }) =>
      new Promise((resolve, reject) => {
        const settle = (outcome: () => void) => {
          clearTimeout(wall)
          signal?.removeEventListener('abort', onAbort)
          child.off('message', onReply).off('error', onError).off('exit', onExit)
          rest()
          outcome()
        }
        // The process replies to its tasks with nothing else.
        const onReply = (reply: unknown) => settle(() => resolve(reply as Reply))
        const onError = (error: Error) => settle(() => reject(error))
        const onExit = (_: unknown, by: string | null) => onError(ended(by))
        const onAbort = () => settle(() => reject(signal?.reason))
        const onWall = () => onError(new ThreadFault('timed_out', 'the process took too long'))
        const wall = setTimeout(onWall, milliseconds)
        signal?.addEventListener('abort', onAbort)
        child.on('message', onReply).on('error', onError).on('exit', onExit)
        child.ref()
        child.channel?.ref()
        child.send(task, (error) => {
          if (error) onError(error)
        })
      }),
  }
}

/** Otherwise the engine compiles and collects garbage on further threads, on the cores that are left to the server. */
const ONE_THREAD = '--single-threaded'

/** One that stands behind all others gets its turn late on a busy machine: this ends only what hangs. */
const LONGEST_START = 120_000

/** Node ends itself with this signal when its heap is full. */
function ended(by: string | null): ThreadFault {
  if (by === 'SIGABRT')
    return new ThreadFault('out_of_memory', 'the process needs more memory than it may have')
  return new ThreadFault('ended', `the process ended${by ? ` by ${by}` : ''}`)
}
