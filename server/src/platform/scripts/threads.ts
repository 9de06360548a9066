import { startThread, ThreadFault } from '../threads/thread.ts'
import { createThreadPool } from '../threads/thread-pool.ts'
import type { SandboxKind, ScriptTask, ThreadData, ThreadReply } from './messages.ts'
import { ScriptFault, TOOK_TOO_LONG } from './scripts.ts'

export interface ScriptThreads {
  /** What a thread made of the task; rejects with `scripts_busy` when too many wait. */
  do(task: ScriptTask, turn: Turn): Promise<ThreadReply>
  close(): Promise<void>
}

export interface Turn {
  group: string
  signal: AbortSignal | undefined
}

export interface ThreadsOptions {
  kind: SandboxKind
  engine(): Promise<WebAssembly.Module>
  /** At most so many threads; they start when they are first needed. */
  threads: number
  /** Of which one group has so many at most. */
  threadsOfGroup: number
  /** Of all groups together; one has half of the places at most. */
  mostWaiting: number
  /** A thread that does not reply so long after its script should have ended is ended itself. */
  graceMilliseconds: number
}

export function createScriptThreads(options: ThreadsOptions): ScriptThreads {
  const { kind, engine, graceMilliseconds, ...shares } = options
  const pool = createThreadPool<ScriptTask, ThreadReply>({
    ...shares,
    async start() {
      const data: ThreadData = { kind, engine: await engine() }
      return startThread({ file: THREAD, data, limits: LIMITS })
    },
    isSpent: (reply) => reply.isSpent,
    busy: () => new ScriptFault('scripts_busy', 'too many scripts wait for their turn; try again later'),
  })
  return {
    do(task, turn) {
      const ask = () => pool.do(task, { ...turn, milliseconds: task.milliseconds + graceMilliseconds })
      return ask()
        .catch((error) => (isLate(error) ? ask() : Promise.reject(error)))
        .catch((error) => Promise.reject(faultOf(error)))
    },
    close: () => pool.close(),
  }
}

/**
 * A script counts its own time, so a thread that says nothing belongs to a machine that stood still or had no processor for
 * it, or is stuck in the engine. What one script does is seen nowhere else: it has another try.
 */
const isLate = (error: unknown) => error instanceof ThreadFault && error.kind === 'timed_out'

const THREAD = new URL('./script-thread.ts', import.meta.url)
/** The stack has room for all that the engine allows its scripts; their memory is not part of the heap. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 8 }

function faultOf(error: unknown): unknown {
  if (!(error instanceof ThreadFault)) return error
  if (isLate(error)) return new ScriptFault('script_timed_out', TOOK_TOO_LONG)
  if (error.kind === 'ended') return error
  return new ScriptFault('script_out_of_memory', 'the script needs more memory than it may have')
}
