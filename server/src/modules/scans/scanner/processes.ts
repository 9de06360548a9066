import { availableParallelism, constants, getPriority } from 'node:os'
import { startProcess } from '../../../platform/threads/start-process.ts'
import { ThreadFault } from '../../../platform/threads/thread.ts'
import { createThreadPool } from '../../../platform/threads/thread-pool.ts'
import type { ScanTask, TaskInput, TaskOutput } from './scan-tasks.ts'
import type { TaskMessage, TaskReply } from './serve-tasks.ts'

export interface ScanProcesses {
  /** Rejects with `TaskFault` when the task itself failed, and with the reason of the signal. */
  run<T extends ScanTask>(task: T, input: TaskInput<T>, turn: ScanTurn): Promise<TaskOutput<T>>
  stop(): Promise<void>
}

export interface ScanTurn {
  /** Apps take turns. */
  app_id: string
  milliseconds: number
  signal: AbortSignal
}

/** One task could not be done; others can. The message is for people: why something was not checked. */
export class TaskFault extends Error {
  override readonly name = 'TaskFault'
}

/** One core stays for everything else. */
const PROCESSES = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Scans keep few tasks waiting at a time; this is only so that there is an end. */
const MOST_WAITING = 1_000
const IDLE_MILLISECONDS = 10_000
const MEGABYTES = 384
/** So far behind the server itself: a tenth of its share where both want the processor. */
const BEHIND = 10
const LAST = constants.priority.PRIORITY_LOW

/** `file` is what the processes run, see `serve-tasks.ts`. */
export function createScanProcesses(file: URL): ScanProcesses {
  const pool = createThreadPool<TaskMessage, TaskReply>({
    start: () => start(file),
    threads: PROCESSES,
    threadsOfGroup: PROCESSES,
    mostWaiting: MOST_WAITING,
    idleMilliseconds: IDLE_MILLISECONDS,
    isSpent: () => false,
    busy: () => new Error('The scanner stops, or too much waits for it.'),
  })
  return {
    async run<T extends ScanTask>(task: T, input: TaskInput<T>, turn: ScanTurn) {
      const { app_id, milliseconds, signal } = turn
      const reply = await pool
        .do({ task, input }, { group: app_id, milliseconds, signal })
        .catch((error) => Promise.reject(faultOf(error)))
      if (reply.error !== undefined) throw new TaskFault('the scanner failed at it', { cause: reply.error })
      // The process runs the task of this name, and sends what it returns.
      return reply.output as TaskOutput<T>
    },
    stop: () => pool.close(),
  }
}

/** That none can be started is no fault of a file. Requests come first for the processor. */
function start(file: URL) {
  const options = { file, megabytes: MEGABYTES, niceness: Math.min(getPriority() + BEHIND, LAST) }
  return startProcess<TaskMessage, TaskReply>(options).catch((cause) => {
    throw new Error('The scanner could not be started.', { cause })
  })
}

const WHY = {
  timed_out: 'it takes too long',
  out_of_memory: 'it takes too much memory',
  ended: 'the scanner failed at it',
}

function faultOf(error: unknown): unknown {
  return error instanceof ThreadFault ? new TaskFault(WHY[error.kind], { cause: error }) : error
}
